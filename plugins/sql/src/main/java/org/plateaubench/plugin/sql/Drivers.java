// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.Program;
import org.plateaubench.process.PublishedBinaries;

/** Finds JDBC drivers: those of the plugin, and those of users, in jars or at Maven coordinates. */
final class Drivers {
    /** Maven coordinates of a jar. */
    static final Pattern COORDINATES = Pattern.compile("[A-Za-z0-9_.-]+:([A-Za-z0-9_.-]+):([A-Za-z0-9_.+-]+)");

    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";
    private static final Duration FETCH_LIMIT = Duration.ofSeconds(50);

    private Drivers() {}

    /** Returns the driver for an address, from jars or coordinates; without any, from the drivers of the plugin. */
    static Driver of(String url, List<String> jars) throws IOException, InterruptedException {
        ClassLoader own = Drivers.class.getClassLoader();
        if (jars.isEmpty()) {
            return accepting(url, own, "The plugin");
        }
        List<URL> urls = new ArrayList<>();
        for (String jar : jars) {
            Path file = COORDINATES.matcher(jar).matches()
                    ? fetched(jar)
                    : Path.of(jar).toAbsolutePath();
            if (!Files.isReadable(file)) {
                throw new IOException("The jar " + file + " of parameter 'driver' cannot be read.");
            }
            urls.add(file.toUri().toURL());
        }
        // Without the plugin's own drivers, so that a newer one of the same name is found. Lives as long as its driver.
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        return accepting(url, loader, "Parameter 'driver'");
    }

    private static Driver accepting(String url, ClassLoader loader, String where) throws IOException {
        String scheme = url.replaceFirst("^(jdbc:[^:]*:).*", "$1");
        try {
            for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
                if (loader.equals(driver.getClass().getClassLoader()) && driver.acceptsURL(url)) {
                    return driver;
                }
            }
        } catch (SQLException | ServiceConfigurationError | LinkageError e) {
            throw new IOException("The JDBC driver for " + scheme + " cannot be loaded: " + e.getMessage() + ".", e);
        }
        throw new IOException(where + " has no JDBC driver that accepts addresses of " + scheme + ".");
    }

    /** Fetches a jar with the Maven of the user, so that its settings and mirrors apply; once for each host. */
    private static Path fetched(String coordinates) throws IOException, InterruptedException {
        Path folder = PublishedBinaries.cache().resolve("drivers");
        Path jar = folder.resolve(COORDINATES.matcher(coordinates).replaceFirst("$1-$2.jar"));
        if (Files.exists(jar)) {
            return jar;
        }
        Path work = Files.createTempDirectory(Files.createDirectories(folder), "unfinished-");
        try {
            Program maven = new Program(
                    List.of("mvn", "-B", "-q", COPY, "-Dartifact=" + coordinates, "-DoutputDirectory=" + work),
                    work,
                    work.resolve("maven.log"),
                    true);
            if (!maven.run(FETCH_LIMIT)) {
                throw new IOException(
                        "Maven could not fetch the driver " + coordinates + " (" + maven.firstWords() + ").");
            }
            return Files.move(work.resolve(jar.getFileName()), jar, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FileTree.remove(work);
        }
    }
}
