// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every test that a document names exists, and so does every page, file and section to which a document links. */
final class NamedTestsTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*[a-z]\\w*(?:Test|IT))(?:[.#](\\w+))?`");
    private static final Pattern TEST = Pattern.compile(".*(?:Test|IT)\\.java");
    private static final Pattern DOCUMENT = Pattern.compile(".*\\.md");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:)([^()\\s#]*)(?:#([\\w-]+))?\\)");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void everyTestNamedInDocumentsExists() throws IOException {
        Map<String, Path> tests = new TreeMap<>();
        Sources.matching(TEST)
                .forEach(file -> tests.put(file.getFileName().toString().replace(".java", ""), file));
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (Path document : Sources.matching(DOCUMENT)) {
            List<String> lines = Files.readAllLines(document);
            for (int line = 0; line < lines.size(); line++) {
                for (MatchResult named :
                        NAMED.matcher(lines.get(line)).results().toList()) {
                    if (exists(tests.get(named.group(1)), named.group(2))) {
                        found++;
                    } else {
                        missing.add(Sources.relativePath(document) + ":" + (line + 1) + " " + named.group());
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).as("tests named in documents").isGreaterThan(100);
    }

    private static boolean exists(@Nullable Path test, @Nullable String method) throws IOException {
        return test != null && (method == null || Files.readString(test).contains("void " + method + "("));
    }

    @Test
    void everyLinkTargetExists() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path document : Sources.matching(DOCUMENT)) {
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

    /** The anchors of headings in rendered Markdown. */
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
