// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.archetype;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A new plugin project, created from the same files as by Maven's {@code archetype:generate}. Immutable.
 *
 * @param groupId Maven's group of the project
 * @param artifactId name of the project, and id of the plugin
 * @param version version of the project
 * @param packageName Java package of its classes
 * @param plateauVersion version of Plateau that it is compiled against
 */
public record PluginProject(
        String groupId, String artifactId, String version, String packageName, String plateauVersion) {
    private static final String POM = "/archetype-resources/pom.xml";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern SOURCES = Pattern.compile("^(src/(?:main|test)/java)/");

    /**
     * Writes the files of the project.
     *
     * @param folder folder of the project, which is created if it does not exist
     * @return the files, relative to the folder
     * @throws IOException if a file exists already or cannot be written
     */
    public List<Path> writeTo(Path folder) throws IOException {
        URI pom = pom();
        if (!pom.getScheme().equals("jar")) {
            return write(Path.of(pom), folder);
        }
        try (FileSystem jar = FileSystems.newFileSystem(pom, Map.of())) {
            return write(jar.getPath(POM), folder);
        }
    }

    private static URI pom() {
        URL pom = PluginProject.class.getResource(POM);
        try {
            return Objects.requireNonNull(pom, "this jar has no template").toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a class loader gives valid addresses", e);
        }
    }

    private List<Path> write(Path pom, Path folder) throws IOException {
        Path template = pom.resolveSibling("");
        List<Path> templates;
        try (Stream<Path> all = Files.walk(template)) {
            templates = all.filter(Files::isRegularFile).sorted().toList();
        }
        List<Path> written = new ArrayList<>();
        for (Path each : templates) {
            Path file = Path.of(placed(template.relativize(each).toString()));
            Path target = folder.resolve(file);
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.writeString(Files.createFile(target), filled(Files.readString(each)));
            written.add(file);
        }
        return written;
    }

    /** Returns the path of a file in the project; sources are in the folder of their package. */
    private String placed(String path) {
        return SOURCES.matcher(path)
                .replaceFirst("$1/" + Matcher.quoteReplacement(packageName.replace('.', '/')) + "/");
    }

    /** Replaces the names of this project; other names belong to Maven and are not changed. */
    private String filled(String text) {
        Map<String, String> values = Map.of(
                "groupId", groupId,
                "artifactId", artifactId,
                "version", version,
                "package", packageName,
                "plateauVersion", plateauVersion);
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
    }
}
