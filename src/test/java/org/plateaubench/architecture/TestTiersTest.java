// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The two tiers of {@code ./verify}: a test with the tag "slow" runs only with {@code --all}, every other test always. */
final class TestTiersTest {
    /** Without templates and sample projects, which other builds compile. */
    private static final Pattern TESTS =
            Pattern.compile("(?!.*(?:resources|src/test/projects)/)(?:.*/)?src/test/java/.*\\.java");

    private static final Pattern POM = Pattern.compile("(?!.*(?:resources|src/test/projects)/)(?:.*/)?pom\\.xml");
    private static final Pattern TEST_METHOD =
            Pattern.compile("(?m)^\\s*@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\\b");
    private static final Pattern CONDITION = Pattern.compile("(?m)^\\s*@(Disabled|EnabledIf|DisabledIf)");
    private static final Pattern TAG = Pattern.compile("@Tag\\(([^)]*)\\)");

    @Test
    void everyTestBelongsToTier() throws IOException {
        List<Path> sources = Sources.matching(TESTS);
        List<String> notRun = sources.stream()
                .filter(source -> TEST_METHOD.matcher(text(source)).find())
                .map(source -> Sources.relativePath(source))
                // What surefire includes in every module, and failsafe in the module of src/test.
                .filter(source -> !source.matches(".*Test\\.java|src/test/.*IT\\.java"))
                .toList();
        assertThat(notRun).isEmpty();
        assertThat(sources).hasSizeGreaterThan(500);
    }

    @Test
    void everyModuleWithTestsIsBuilt() throws IOException {
        String pom = Files.readString(Sources.HOME.resolve("pom.xml"));
        String modules = pom.substring(pom.indexOf("<modules>"), pom.indexOf("</modules>"));
        for (Path source : Sources.matching(TESTS)) {
            String module = Sources.relativePath(source).replaceFirst("/?src/test/java/.*", "");
            // The tests of the root folder are compiled by the module "verification".
            assertThat(modules).contains("<module>" + (module.isEmpty() ? "verification" : module) + "</module>");
        }
    }

    @Test
    void testsAreExcludedOnlyByTag() throws IOException {
        for (Path pom : Sources.matching(POM)) {
            assertThat(text(pom).split("<id>mutation</id>")[0])
                    .as(Sources.relativePath(pom))
                    .doesNotContain("skipTests", "skipITs", "<groups>");
        }
        TreeSet<String> tags = new TreeSet<>();
        for (Path source : Sources.matching(TESTS)) {
            assertThat(CONDITION.matcher(text(source)).find())
                    .as(source.toString())
                    .isFalse();
            TAG.matcher(text(source)).results().forEach(tag -> tags.add(tag.group(1)));
        }
        // The tests of false alarms by simulation, which verification/mutation leaves out.
        assertThat(tags).containsExactly("\"simulation\"", "\"slow\"");
        assertThat(Files.readString(Sources.HOME.resolve("verify")))
                .contains("-DexcludedGroups=slow")
                .doesNotContain("-Dgroups");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
