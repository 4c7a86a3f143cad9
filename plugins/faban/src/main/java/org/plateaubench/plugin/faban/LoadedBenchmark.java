// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of a driver's jar. None of their code runs before a user is created. Any thread. */
record LoadedBenchmark(Path path, DriverArchive archive, DriverScan scan, DriverLoader loader) {
    /**
     * Loads a driver's jar or folder.
     *
     * @throws IOException if it cannot be read
     * @throws UnsupportedDriver if it uses features that Plateau does not support
     */
    static LoadedBenchmark load(Path path) throws IOException, UnsupportedDriver {
        DriverArchive archive = DriverArchive.open(path);
        DriverScan scan = DriverScan.of(archive.jars());
        return new LoadedBenchmark(path, archive, scan, new DriverLoader(archive.jars()));
    }

    /** The folder that contains {@code resources}. */
    Path folder() {
        return archive.folder();
    }

    /**
     * Reads one driver.
     *
     * @param definition class with {@code @BenchmarkDefinition}, empty for the only one
     * @param driver its driver by name or class, empty for the only one
     * @param runXml the benchmark's {@code run.xml}, null for none
     */
    DriverDefinition driver(String definition, String driver, @Nullable RunXml runXml) throws UnsupportedDriver {
        Set<String> found = scan.definitions();
        if (definition.isEmpty() && found.size() != 1) {
            throw new UnsupportedDriver(
                    path + " has " + found.size() + " classes with @BenchmarkDefinition: " + String.join(", ", found)
                            + ".",
                    found.isEmpty() ? "Is it the jar of a driver?" : "Name one of them in 'definition'.");
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
        return DriverReader.read(benchmark, chosen, scan, runXml);
    }

    private static boolean isCalled(Class<?> type, String driver) {
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
