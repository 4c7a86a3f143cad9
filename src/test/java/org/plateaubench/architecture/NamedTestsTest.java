// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.command.LaunchedPlateau;

/** Every test that a document names as evidence exists, and so does every page, file and section to which one links. */
final class NamedTestsTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*[a-z]\\w*(?:Test|IT))(?:[.#](\\w+))?`");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:)([^()\\s#]*)(?:#([\\w-]+))?\\)");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".plateau", "node_modules");

    /** The documents, and the tests by the name of their class. */
    private record Sources(List<Path> documents, Map<String, Path> tests) {
        static Sources below(Path home) throws IOException {
            Sources all = new Sources(new ArrayList<>(), new TreeMap<>());
            Files.walkFileTree(home, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return SKIPPED.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(".md")) {
                        all.documents.add(file);
                    } else if (name.endsWith("Test.java") || name.endsWith("IT.java")) {
                        all.tests.put(name.replace(".java", ""), file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
            return all;
        }

        boolean has(String test, @Nullable String method) throws IOException {
            Path file = tests.get(test);
            return file != null && (method == null || Files.readString(file).contains("void " + method + "("));
        }
    }

    @Test
    void everyTestThatADocumentNamesExists() throws IOException {
        Path home = LaunchedPlateau.home();
        Sources sources = Sources.below(home);
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (Path document : sources.documents()) {
            List<String> lines = Files.readAllLines(document);
            for (int line = 0; line < lines.size(); line++) {
                for (MatchResult named :
                        NAMED.matcher(lines.get(line)).results().toList()) {
                    if (sources.has(named.group(1), named.group(2))) {
                        found++;
                    } else {
                        missing.add(home.relativize(document) + ":" + (line + 1) + " " + named.group());
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).as("documents name many").isGreaterThan(100);
    }

    @Test
    void everyLinkLeadsToAPageAndASection() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path document : Sources.below(LaunchedPlateau.home()).documents()) {
            String text = CODE.matcher(Files.readString(document)).replaceAll("");
            for (MatchResult link : LINK.matcher(text).results().toList()) {
                Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
                String section = link.group(2);
                if (!Files.exists(target)
                        || (section != null && !sections(target).contains(section))) {
                    missing.add(document + " " + link.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** The names that browsers of Markdown give to headings. */
    private static List<String> sections(Path page) throws IOException {
        String text = CODE.matcher(Files.readString(page)).replaceAll("");
        return HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
