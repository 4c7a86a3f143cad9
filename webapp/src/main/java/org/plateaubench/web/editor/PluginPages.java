// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.app.Installation;

/**
 * The pages of documentation of plugins: {@code docs/plugins/ID.md} and {@code ID-*.md} of the installation, and the
 * pages in the folder {@code docs} of the plugin's folder. Thread-safe.
 */
final class PluginPages {
    private static final String SUFFIX = ".md";
    private static final Pattern IMAGE =
            Pattern.compile("(?:[A-Za-z0-9_][A-Za-z0-9_-]*/){0,4}[A-Za-z0-9_][A-Za-z0-9._-]*\\.(?:png|jpg|jpeg)");

    private final Installation installation;

    PluginPages(Installation installation) {
        this.installation = installation;
    }

    /** Returns the files of a plugin's pages by name, the first page first. */
    Map<String, Path> pagesOf(String plugin) throws IOException {
        Map<String, Path> pages = new LinkedHashMap<>();
        for (Path folder : folders(plugin)) {
            boolean isOwn = !folder.endsWith("plugins");
            try (Stream<Path> files = Files.list(folder)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(SUFFIX))
                        .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                        .filter(page ->
                                isOwn || ownerOf(page).filter(plugin::equals).isPresent())
                        .sorted(Comparator.comparing((String page) -> !page.equals(plugin) && !page.equals("index"))
                                .thenComparing(Function.identity()))
                        .forEach(page -> pages.putIfAbsent(page, folder.resolve(page + SUFFIX)));
            }
        }
        return pages;
    }

    /** Returns the folders that may hold pages of a plugin. */
    private List<Path> folders(String plugin) {
        List<Path> folders = new ArrayList<>();
        if (!installation.pluginIds().contains(plugin)) {
            return folders;
        }
        for (Path root : installation.pluginRoots()) {
            folders.add(root.resolve(plugin).resolve("docs"));
        }
        installation.documents().ifPresent(documents -> folders.add(documents.resolve("plugins")));
        return folders.stream().filter(Files::isDirectory).toList();
    }

    /** Returns the plugin with the longest id that is a prefix of a page's name. */
    Optional<String> ownerOf(String page) {
        return installation.pluginIds().stream()
                .filter(plugin -> page.equals(plugin) || page.startsWith(plugin + "-"))
                .max(Comparator.comparingInt(String::length));
    }

    static String text(Path page) throws IOException {
        return new String(Files.readAllBytes(page), StandardCharsets.UTF_8);
    }

    /**
     * Returns an image that a page may show.
     *
     * @param path path in the page, relative to the folder of the page or, with the prefix {@code images/}, to the
     *     folder of all documents
     */
    Optional<Path> image(String plugin, String path) {
        List<Path> folders = new ArrayList<>(folders(plugin));
        installation.documents().ifPresent(folders::add);
        return folders.stream()
                .filter(folder -> isImage(path))
                .map(folder -> folder.resolve(path))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    static boolean isImage(String path) {
        return IMAGE.matcher(path).matches();
    }
}
