// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.http.PageFiles;

/** What the modules of the pages compute, by the test runner of Node on the modules as they are served. */
final class PageScriptsTest {
    private static final Path TESTS = Path.of("src/test/js").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void theModulesComputeWhatTheirTestsSay() throws Exception {
        PageFiles.write(folder.resolve("pages"));
        List<String> command = new ArrayList<>(List.of("node", "--test", "--test-reporter=tap"));
        try (Stream<Path> files = Files.list(TESTS)) {
            files.map(Path::toString)
                    .filter(name -> name.endsWith(".test.mjs"))
                    .sorted()
                    .forEach(command::add);
        }
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("PAGES", folder.resolve("pages").toString());
        Process node = builder.start();
        try {
            assertThat(node.waitFor(100, TimeUnit.SECONDS)).as("node ends").isTrue();
        } finally {
            node.destroyForcibly();
        }
        String told = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(node.exitValue()).as(told).isZero();
        assertThat(told).contains("# fail 0").containsPattern("# pass \\d{2,}");
    }
}
