// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.web.http.PageFiles;
import org.plateaubench.web.queue.ItemState;

/** Rules for all files of the pages, including those that no browser test loads. */
final class PageFilesTest {
    private static final int MAX_LINES = 500;

    /** Names of namespaces are addresses that are never opened. */
    private static final Pattern REMOTE = Pattern.compile(
            "(?:https?:|wss?:)?//(?!www\\.w3\\.org/)[a-z0-9-]+(?:\\.[a-z0-9-]+)+", Pattern.CASE_INSENSITIVE);

    private static final Pattern INLINE = Pattern.compile(
            "<style|<script(?![^>]*\\ssrc=)|\\sstyle=|\\son[a-z]+=[\"']|javascript:", Pattern.CASE_INSENSITIVE);

    private static final Pattern UNSAFE =
            Pattern.compile("unsafeHTML|unsafeSVG|unsafeStatic|innerHTML|insertAdjacentHTML"
                    + "|document\\.write|\\beval\\(|new Function\\(|setTimeout\\(\\s*['\"`]");

    private static final Pattern IMPORT = Pattern.compile(
            "(?:from|import)\\s*\\(?\\s*['\"]([./][^'\"$]+)['\"]|<(?:link|script)[^>]*(?:href|src)=\"(/[^\"]+)\"");

    private static final Map<String, String> FILES = PageFiles.texts();

    @Test
    void filesStayWithinLineLimit() {
        assertThat(FILES).containsKeys("/index.html", "/module/main.js", "/page/report.js");
        FILES.forEach((name, text) -> {
            assertThat(text.lines()).as(name).hasSizeLessThanOrEqualTo(MAX_LINES);
        });
    }

    /** So that the content security policy needs no exception, and no text becomes markup or code. */
    @Test
    void pagesHaveNoRemoteInlineOrUnsafeCode() {
        for (Pattern pattern : List.of(REMOTE, INLINE, UNSAFE)) {
            assertThat(found(pattern)).isEmpty();
        }
    }

    @Test
    void everyImportedFileExists() {
        List<String> missing = new ArrayList<>();
        FILES.forEach((name, text) -> {
            Matcher matcher = IMPORT.matcher(text);
            while (matcher.find()) {
                String target = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                String path = Path.of(name).resolveSibling(target).normalize().toString();
                if (!path.startsWith("/library/") && !FILES.containsKey(path)) {
                    missing.add(name + " names " + target);
                }
            }
        });
        assertThat(missing).isEmpty();
    }

    private static List<String> found(Pattern pattern) {
        List<String> found = new ArrayList<>();
        FILES.forEach((name, text) -> pattern.matcher(text).results().forEach(result -> {
            long line = text.substring(0, result.start()).lines().count();
            found.add(name + ":" + line + ": " + result.group());
        }));
        return found;
    }

    /** {@link ButtonsTest} counts every element that triggers an action. */
    @Test
    void eventHandlersAreOnControlsOrListed() {
        assertThat(Controls.handlersElsewhere())
                .containsExactly(
                        "chart-legend.js details toggle", "log-view.js pre scroll", "result-portions.js a click");
    }

    private static final Path TESTS = Path.of("src/test/js").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void moduleTestsPass() throws Exception {
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
        String printed = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(node.exitValue()).as(printed).isZero();
        assertThat(printed).contains("# fail 0").containsPattern("# pass \\d{2,}");
    }

    private static final Path GLOSSARY = Path.of("../docs/glossary.md");

    private static final Map<String, String> COLOURS = Map.of("good", "green", "bad", "red", "doubtful", "amber");

    /** The colour that pages and terminal show; a pass with doubts has two. */
    private static String colour(Conclusion.Kind kind) {
        return kind == Conclusion.Kind.DOUBTS ? "green, *with doubts* amber" : COLOURS.get(kind.tone());
    }

    private static List<String> rows(String kind) throws IOException {
        return Files.readAllLines(GLOSSARY).stream()
                .filter(line -> line.startsWith("| " + kind + " | `"))
                .toList();
    }

    private static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<String> states(String kind) throws IOException {
        return rows(kind).stream().map(row -> row.split("`", -1)[1]).toList();
    }

    @Test
    void conclusionWordsColoursAndSignsMatchJudge() throws IOException {
        List<String> listed = rows("conclusion").stream()
                .map(row -> row.substring(0, row.lastIndexOf(" | ")))
                .toList();
        assertThat(listed)
                .containsExactlyElementsOf(Arrays.stream(Conclusion.Kind.values())
                        .map(kind -> "| conclusion | `" + word(kind) + "` | " + kind.word() + " | " + colour(kind)
                                + " | " + kind.sign())
                        .toList());
    }

    @Test
    void everyVerdictAndQueueStateIsListed() throws IOException {
        assertThat(states("verdict"))
                .containsExactlyElementsOf(
                        Arrays.stream(Verdict.values()).map(PageFilesTest::word).toList());
        assertThat(states("queue"))
                .containsAll(Arrays.stream(ItemState.values())
                        .map(PageFilesTest::word)
                        .toList());
    }
}
