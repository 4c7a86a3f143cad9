// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a driver: a jar with them, a jar as it was deployed (classes or {@code lib/*.jar}, {@code resources}),
 * or the folder of an unpacked jar. No code of a driver runs before a user is created. Thread-safe.
 *
 * @param folder folder that contains {@code resources}; a temporary folder for a jar
 */
record LoadedBenchmark(Path path, Path folder, DriverScan scan, ClassLoader loader) {
    private static final String FABAN_CLASS = "com/sun/faban/driver/BenchmarkDefinition.class";
    private static final String DRIVER_JAR_REMEDY =
            "Name the jar of the driver, or the folder of an unpacked one, in 'driverJar'.";

    static LoadedBenchmark load(Path path) throws IOException, UnsupportedDriver {
        List<Path> jars = new ArrayList<>();
        Path folder = path;
        if (Files.isDirectory(path)) {
            jars.addAll(jarsIn(path));
        } else if (Files.isRegularFile(path)) {
            jars.add(path);
            folder = unpack(path);
        } else {
            throw new UnsupportedDriver("There is no driver at " + path.toAbsolutePath() + ".", DRIVER_JAR_REMEDY);
        }
        jars.addAll(jarsIn(folder.resolve("lib")));
        List<Path> own = withoutFaban(jars);
        if (own.isEmpty()) {
            throw new UnsupportedDriver(path.toAbsolutePath() + " contains no jar of a driver.", DRIVER_JAR_REMEDY);
        }
        return new LoadedBenchmark(path, folder, DriverScan.of(own), loaderOf(own));
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** Unpacks resources and libraries to a folder that is removed at the end of the process. */
    private static Path unpack(Path path) throws IOException, UnsupportedDriver {
        Path folder = Files.createTempDirectory("plateau-faban-");
        folder.toFile().deleteOnExit();
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : jar.stream()
                    .filter(candidate -> candidate.getName().startsWith("lib/")
                            || candidate.getName().startsWith("resources/"))
                    .filter(candidate -> !candidate.isDirectory())
                    .toList()) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (!file.startsWith(folder)) {
                    throw new UnsupportedDriver(
                            "The entry " + entry.getName() + " of " + path + " has a path outside the driver's folder.",
                            "Pack the driver again.");
                }
                Files.createDirectories(file.resolveSibling(".").normalize());
                // Files are removed in the opposite order, so that folders are empty when they are removed.
                for (Path up = file.getParent(); up != null && !up.equals(folder); up = up.getParent()) {
                    up.toFile().deleteOnExit();
                }
                file.toFile().deleteOnExit();
                try (InputStream in = jar.getInputStream(entry)) {
                    Files.copy(in, file);
                }
            }
        }
        return folder;
    }

    /** Removes Faban's own jars, which a driver may contain and which Plateau replaces. */
    private static List<Path> withoutFaban(List<Path> jars) throws IOException {
        List<Path> kept = new ArrayList<>();
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                if (jar.getEntry(FABAN_CLASS) == null) {
                    kept.add(path);
                }
            }
        }
        return kept;
    }

    /** A loader of jars, which also reaches the Java platform and, of Plateau, only Faban's interface. */
    private static ClassLoader loaderOf(List<Path> jars) throws MalformedURLException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        // The harness uses the name and the parent of the loader to attribute stack frames and output to the driver.
        return new URLClassLoader("plugin-faban-driver", urls, LoadedBenchmark.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> known = findLoadedClass(name);
                    if (known != null) {
                        return known;
                    }
                    try {
                        return (name.startsWith(DriverScan.FABAN_PREFIX) ? getParent() : getPlatformClassLoader())
                                .loadClass(name);
                    } catch (ClassNotFoundException e) {
                        return findClass(name);
                    }
                }
            }

            @Override
            public URL getResource(String name) {
                URL own = findResource(name);
                return own == null ? getPlatformClassLoader().getResource(name) : own;
            }
        };
    }

    /** Reads a driver, given by name or class; empty parameters mean the only definition and the only driver. */
    DriverDefinition driver(String definition, String driver, @Nullable RunXml runXml) throws UnsupportedDriver {
        Set<String> found = scan.definitions();
        if (definition.isEmpty() && found.size() != 1) {
            throw new UnsupportedDriver(
                    path + " has " + found.size() + " classes with @BenchmarkDefinition: " + String.join(", ", found)
                            + ".",
                    found.isEmpty() ? DRIVER_JAR_REMEDY : "Name one of them in 'definition'.");
        }
        Class<?> defining = type(definition.isEmpty() ? found.iterator().next() : definition);
        BenchmarkDefinition benchmark = defining.getAnnotation(BenchmarkDefinition.class);
        if (benchmark == null) {
            throw new UnsupportedDriver(
                    defining.getName() + " has no @BenchmarkDefinition.",
                    "Name one of " + scan.definitions() + " in 'definition'.");
        }
        List<Class<?>> drivers = Arrays.stream(benchmark.drivers())
                .filter(type -> type != Object.class)
                .toList();
        if (drivers.isEmpty()) {
            drivers = List.of(defining);
        }
        List<Class<?>> chosen = drivers.size() == 1 && driver.isEmpty()
                ? drivers
                : drivers.stream().filter(type -> hasName(type, driver)).toList();
        if (chosen.isEmpty()) {
            List<String> names = drivers.stream().map(Class::getName).toList();
            throw new UnsupportedDriver(
                    path + " has the drivers " + String.join(", ", names)
                            + (driver.isEmpty() ? "." : ", and none called '" + driver + "'."),
                    "Name one of them in 'driver', each in a workload of its own.");
        }
        return DriverReader.read(benchmark, chosen.getLast(), scan, runXml);
    }

    private static boolean hasName(Class<?> type, String driver) {
        BenchmarkDriver declared = type.getAnnotation(BenchmarkDriver.class);
        return type.getName().equals(driver)
                || (declared != null && DriverReader.nameOf(declared, type).equals(driver));
    }

    /** Returns a class by its name, without running its code. */
    Class<?> type(String name) throws UnsupportedDriver {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new UnsupportedDriver(
                    "Class " + name + " of " + path + " cannot be loaded: " + e + ".",
                    "Pack the driver with the libraries that it needs, in its folder 'lib'.");
        }
    }
}
