// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The files of a folder on the class path, in a jar or a directory. */
final class ResourceFolder {
    private ResourceFolder() {}

    /**
     * Returns every file, by its path in the folder.
     *
     * @param folder path on the class path
     * @param landmark a file in the same jar
     * @throws IOException with a message for the user when the folder is missing
     */
    static List<Map.Entry<String, byte[]>> files(ClassLoader loader, String folder, String landmark)
            throws IOException {
        URL url = loader.getResource(landmark);
        if (url == null) {
            throw new IOException("the console's libraries lack " + landmark + ": build Plateau again");
        }
        if (!(url.openConnection() instanceof JarURLConnection jar)) {
            return below(path(url), folder, landmark);
        }
        jar.setUseCaches(false);
        List<Map.Entry<String, byte[]>> files = new ArrayList<>();
        try (JarFile archive = jar.getJarFile()) {
            for (Enumeration<JarEntry> entries = archive.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (!entry.isDirectory() && entry.getName().startsWith(folder + "/")) {
                    try (InputStream content = archive.getInputStream(entry)) {
                        files.add(Map.entry(entry.getName().substring(folder.length() + 1), content.readAllBytes()));
                    }
                }
            }
        }
        return files;
    }

    /** Returns the files of a library that is published as a WebJar. */
    static List<Map.Entry<String, byte[]>> library(ClassLoader loader, String name) throws IOException {
        String description = "META-INF/maven/org.webjars.npm/" + name + "/pom.properties";
        Properties properties = new Properties();
        try (InputStream stream = loader.getResourceAsStream(description)) {
            if (stream == null) {
                throw new IOException("the console's libraries lack " + name + ": build Plateau again");
            }
            properties.load(stream);
        }
        return files(
                loader, "META-INF/resources/webjars/" + name + "/" + properties.getProperty("version"), description);
    }

    private static List<Map.Entry<String, byte[]>> below(Path landmark, String folder, String name) throws IOException {
        Path root = landmark;
        for (int i = 0; i <= name.chars().filter(c -> c == '/').count(); i++) {
            root = parent(root);
        }
        Path start = root.resolve(folder);
        List<Map.Entry<String, byte[]>> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(start)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.add(Map.entry(start.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file)));
            }
        }
        return files;
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IllegalStateException(path + " is in no folder");
        }
        return parent;
    }

    private static Path path(URL url) throws IOException {
        try {
            return Path.of(new URI(url.toString()));
        } catch (URISyntaxException e) {
            throw new IOException(url + " is not a path", e);
        }
    }
}
