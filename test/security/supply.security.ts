// What users install is attacked on its way to them: these tests of the repository count in the score, too.
import '../licences.test.ts';
import '../tarballs.test.ts';
import '../threat-model.test.ts';
import '../version-floors.test.ts';
import '../workflows.test.ts';
