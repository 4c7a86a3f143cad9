// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.archetype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PluginProjectTest {
    private static final PluginProject PROJECT =
            new PluginProject("com.acme", "acme-kv", "2.0", "com.acme.kv", "0.1.0", PluginProject.Template.FULL);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void projectNamesAndVersionsAreFilledIn() throws IOException {
        List<Path> files = PROJECT.writeTo(folder);

        Path plugin = Path.of("src/main/java/com/acme/kv/KeyValuePlugin.java");
        assertThat(files).contains(plugin, Path.of("pom.xml"), Path.of("docs/index.md"), Path.of("run.yaml"));
        assertThat(folder.resolve(plugin)).content().contains("package com.acme.kv;", "\"acme-kv\"");
        assertThat(folder.resolve("pom.xml"))
                .content()
                .contains("<artifactId>acme-kv</artifactId>", "<version>2.0</version>", "0.1.0</plateau.version>")
                // Names that Maven replaces are not changed.
                .contains("${project.version}", "${plateau.version}");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FULL")
    void smallTemplatesHaveFewFilesAndLines(PluginProject.Template template) throws IOException {
        List<Path> files =
                new PluginProject("com.acme", "acme-web", "2.0", "com.acme.web", "0.1.0", template).writeTo(folder);

        assertThat(files)
                .hasSizeLessThanOrEqualTo(6)
                .contains(Path.of("src/main/java/com/acme/web/User.java"), Path.of("run.yaml"));
        int lines = 0;
        for (Path file : files) {
            assertThat(folder.resolve(file))
                    .content()
                    .doesNotContain("${artifactId}", "${library}", "${plateauVersion}");
            lines += Files.readAllLines(folder.resolve(file)).size();
        }
        assertThat(lines).isLessThanOrEqualTo(template == PluginProject.Template.MINIMAL ? 200 : 260);
    }

    @Test
    void existingFileIsNotReplaced() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "mine");

        assertThatThrownBy(() -> PROJECT.writeTo(folder)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder.resolve("pom.xml")).hasContent("mine");
    }

    /** Maven fills in the files with Velocity, which would remove text that looks like its comments or directives. */
    @Test
    void filesContainNoVelocitySyntax() throws IOException {
        for (Path file : PROJECT.writeTo(folder)) {
            assertThat(folder.resolve(file)).content().doesNotContainPattern("#[#*\\[{a-zA-Z]");
        }
    }

    /** Otherwise {@code archetype:generate} would create other files than {@code plugin new}. */
    @Test
    void archetypeDescriptorListsEveryTemplateFile() throws Exception {
        Path template =
                Path.of(PluginProject.class.getResource("/archetype-resources").toURI());
        List<Path> named = new ArrayList<>(List.of(Path.of("pom.xml")));
        for (Element set : elements(descriptor(), "fileSet")) {
            Path root = template.resolve(elements(set, "directory").getFirst().getTextContent());
            for (Element include : elements(set, "include")) {
                String glob = include.getTextContent().replace("**/", "{,**/}");
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(Files::isRegularFile)
                            .filter(file -> FileSystems.getDefault()
                                    .getPathMatcher("glob:" + glob)
                                    .matches(root.relativize(file)))
                            .map(template::relativize)
                            .forEach(named::add);
                }
            }
        }
        try (Stream<Path> files = Files.walk(template)) {
            assertThat(named)
                    .containsExactlyInAnyOrderElementsOf(files.filter(Files::isRegularFile)
                            .map(template::relativize)
                            .toList());
        }
    }

    private static Element descriptor() throws Exception {
        try (InputStream in = PluginProject.class.getResourceAsStream("/META-INF/maven/archetype-metadata.xml")) {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        }
    }

    private static List<Element> elements(Element parent, String name) {
        NodeList found = parent.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(found::item)
                .map(Element.class::cast)
                .toList();
    }
}
