// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** No file and no method is too long, and the types that partners compile against have Javadoc. */
final class SourceLimitsTest {
    private static final Pattern SOURCE = Pattern.compile("(?!.*/resources/)(?:.*/)?src/(?:main|test)/java/.*\\.java");
    /** Modules whose public types and methods have Javadoc. */
    private static final Pattern FOR_PARTNERS =
            Pattern.compile("harness-core/(?:api|http|scenario|testkit|launch|junit)/src/.*");
    /** Number of files whose syntax trees are in memory at once. */
    private static final int BATCH_SIZE = 200;

    @Test
    void sourcesStayWithinLimits() throws IOException {
        List<Path> sources = Sources.matching(SOURCE);
        List<String> faults = new ArrayList<>();
        try (StandardJavaFileManager files =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            for (int from = 0; from < sources.size(); from += BATCH_SIZE) {
                List<Path> some = sources.subList(from, Math.min(from + BATCH_SIZE, sources.size()));
                List<JavaFileObject> units = new ArrayList<>();
                files.getJavaFileObjectsFromPaths(some).forEach(units::add);
                faults.addAll(SourceLimits.faults(
                        units,
                        file -> FOR_PARTNERS
                                .matcher(Sources.relativePath(Path.of(file.toUri())))
                                .matches()));
            }
        }

        assertThat(faults).isEmpty();
        assertThat(sources)
                .as("sources of all modules")
                .hasSizeGreaterThan(1_500)
                .filteredOn(source ->
                        FOR_PARTNERS.matcher(Sources.relativePath(source)).matches())
                .hasSizeGreaterThan(200);
    }
}
