// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.definition;

import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.plateaubench.plugin.faban.archive.DriverArchive;
import org.plateaubench.plugin.faban.archive.DriverLoader;
import org.plateaubench.plugin.faban.archive.DriverScan;
import org.plateaubench.plugin.faban.archive.UnsupportedDriver;

/** The classes of a driver's jar. None of their code runs before a user is created. Any thread. */
public final class LoadedBenchmark {
    private final Path path;
    private final DriverArchive archive;
    private final DriverScan scan;
    private final DriverLoader loader;

    private LoadedBenchmark(Path path, DriverArchive archive, DriverScan scan, DriverLoader loader) {
        this.path = path;
        this.archive = archive;
        this.scan = scan;
        this.loader = loader;
    }

    /**
     * Loads a driver's jar or folder.
     *
     * @throws IOException if it cannot be read
     * @throws UnsupportedDriver if it uses features that Plateau does not support
     */
    public static LoadedBenchmark load(Path path) throws IOException, UnsupportedDriver {
        DriverArchive archive = DriverArchive.open(path);
        try {
            DriverScan scan = DriverScan.of(archive.jars());
            scan.requireSupported();
            return new LoadedBenchmark(path, archive, scan, new DriverLoader(archive.jars()));
        } catch (IOException | UnsupportedDriver | RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    /** The folder that contains {@code resources}. */
    public Path folder() {
        return archive.folder();
    }

    /** Classes that have hooks of the harness. */
    public List<Class<?>> hooks() throws UnsupportedDriver {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : scan.hooks()) {
            classes.add(type(name));
        }
        return classes;
    }

    /**
     * Reads one driver.
     *
     * @param definition class with {@code @BenchmarkDefinition}, empty for the only one
     * @param driver its driver by name or class, empty for the only one
     */
    public DriverDefinition driver(String definition, String driver) throws UnsupportedDriver {
        Class<?> defining = type(one(definition, "@BenchmarkDefinition", "definition", scan.definitions()));
        BenchmarkDefinition benchmark = defining.getAnnotation(BenchmarkDefinition.class);
        if (benchmark == null) {
            throw new UnsupportedDriver(
                    defining.getName() + " has no @BenchmarkDefinition.",
                    "Name one of " + scan.definitions() + " in 'definition'.");
        }
        List<Class<?>> drivers = benchmark.drivers().length == 0 ? List.of(defining) : List.of(benchmark.drivers());
        Class<?> chosen = null;
        for (Class<?> type : drivers) {
            if ((drivers.size() == 1 && driver.isEmpty()) || isCalled(type, driver)) {
                chosen = type;
            }
        }
        if (chosen == null) {
            List<String> names = drivers.stream().map(Class::getName).toList();
            throw new UnsupportedDriver(
                    path + " has the drivers " + String.join(", ", names)
                            + (driver.isEmpty() ? "." : ", and none called '" + driver + "'."),
                    "Name one of them in 'driver', each in a workload of its own.");
        }
        return DriverReader.read(benchmark, chosen, scan.attachesMetrics());
    }

    private static boolean isCalled(Class<?> type, String driver) {
        BenchmarkDriver declared = type.getAnnotation(BenchmarkDriver.class);
        return type.getName().equals(driver)
                || (declared != null && declared.name().equals(driver));
    }

    private String one(String given, String what, String parameter, Collection<String> found) throws UnsupportedDriver {
        if (!given.isEmpty()) {
            return given;
        }
        if (found.size() != 1) {
            throw new UnsupportedDriver(
                    path + " has " + found.size() + " classes with " + what + ": " + String.join(", ", found) + ".",
                    found.isEmpty() ? "Is it the jar of a driver?" : "Name one of them in '" + parameter + "'.");
        }
        return found.iterator().next();
    }

    /** Returns a class by its name, without running its code. */
    public Class<?> type(String name) throws UnsupportedDriver {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new UnsupportedDriver(
                    "Class " + name + " of " + path + " cannot be loaded: " + e + ".",
                    "Pack the driver with the libraries that it needs, in its folder 'lib'.");
        }
    }
}
