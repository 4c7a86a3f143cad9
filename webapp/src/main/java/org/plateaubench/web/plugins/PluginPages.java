// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.app.Installation;

/**
 * The pages of documentation of plugins: {@code docs/plugins/ID.md} and {@code ID-*.md} of the installation, and the
 * pages in the folder {@code docs} of the plugin's folder. Nothing outside these folders is read. Any thread.
 */
final class PluginPages {
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_IMAGE_BYTES = 4 << 20;
    private static final int MOST_PAGES = 50;
    private static final String ENDING = ".md";
    private static final Pattern PAGE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,99}");
    private static final Pattern IMAGE =
            Pattern.compile("(?:[A-Za-z0-9_][A-Za-z0-9_-]*/){0,4}[A-Za-z0-9_][A-Za-z0-9._-]*\\.(?:png|jpg|jpeg)");

    private final Installation installation;

    PluginPages(Installation installation) {
        this.installation = installation;
    }

    /** Returns the files of a plugin's pages by name, the first page first. */
    Map<String, Path> of(String plugin) throws IOException {
        Map<String, Path> pages = new LinkedHashMap<>();
        if (!installation.pluginIds().contains(plugin)) {
            return pages;
        }
        for (Path folder : folders(plugin)) {
            boolean isOwn = !folder.endsWith("plugins");
            add(pages, folder, name -> isOwn ? name.equals(plugin) || name.equals("index") : name.equals(plugin));
            add(
                    pages,
                    folder,
                    name -> isOwn || ownerOf(name).filter(plugin::equals).isPresent());
        }
        return pages;
    }

    /** Returns the folders that may hold pages of a plugin. */
    private List<Path> folders(String plugin) {
        List<Path> folders = new ArrayList<>();
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

    private static void add(Map<String, Path> pages, Path folder, Predicate<String> isWanted) throws IOException {
        Path real = folder.toRealPath();
        try (Stream<Path> files = Files.list(real)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                String page = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : "";
                boolean isPage = PAGE.matcher(page).matches()
                        && Files.isRegularFile(file)
                        && file.toRealPath().startsWith(real);
                if (isPage && isWanted.test(page) && pages.size() < MOST_PAGES) {
                    pages.putIfAbsent(page, file);
                }
            }
        }
    }

    /** Returns the text of a page; only the beginning of a very large one. */
    static String text(Path page) throws IOException {
        try (InputStream stream = Files.newInputStream(page)) {
            return new String(stream.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }

    /**
     * Returns an image that a page may show.
     *
     * @param path path in the page, relative to the folder of the page or, with the prefix {@code images/}, to the
     *     folder of all documents
     */
    Optional<byte[]> image(String plugin, String path) throws IOException {
        if (!installation.pluginIds().contains(plugin) || !IMAGE.matcher(path).matches()) {
            return Optional.empty();
        }
        List<Path> folders = new ArrayList<>(folders(plugin));
        installation.documents().ifPresent(folders::add);
        for (Path folder : folders) {
            Path file = folder.resolve(path);
            if (Files.isRegularFile(file)
                    && file.toRealPath().startsWith(folder.toRealPath())
                    && Files.size(file) <= MOST_IMAGE_BYTES) {
                return Optional.of(Files.readAllBytes(file));
            }
        }
        return Optional.empty();
    }

    static boolean isImage(String path) {
        return IMAGE.matcher(path).matches();
    }
}
