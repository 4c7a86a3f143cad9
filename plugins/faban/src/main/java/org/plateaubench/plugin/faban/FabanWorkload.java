// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.InitialDelay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.plugin.faban.FabanDriver.DriverSettings;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Any driver that was written for Faban. */
final class FabanWorkload implements Workload<FabanParameters> {
    private static final String JAR = "driverJar";

    private final Map<Path, Loaded> loaded = new HashMap<>();

    private record Loaded(FileTime changed, LoadedBenchmark benchmark) {}

    @Override
    public String name() {
        return "faban";
    }

    @Override
    public String description() {
        return "A driver that was written for Faban, from its jar.";
    }

    @Override
    public Class<FabanParameters> parametersType() {
        return FabanParameters.class;
    }

    @Override
    public List<Finding> check(FabanParameters parameters) {
        String about = JAR;
        try {
            definition(driver(parameters, null), parameters);
            about = "runXml";
            driver(parameters, runXml(parameters));
            return List.of();
        } catch (UnsupportedDriver e) {
            String concerned = about;
            return e.problems.stream().map(problem -> problem.about(concerned)).toList();
        } catch (IOException | IllegalArgumentException e) {
            return List.of(Finding.problem(about + " cannot be read: " + e.getMessage() + ".", "Correct it.")
                    .about(about));
        }
    }

    private DriverDefinition driver(FabanParameters parameters, @Nullable RunXml runXml)
            throws IOException, UnsupportedDriver {
        return benchmark(parameters.driverJar()).driver(parameters.definition(), parameters.driver(), runXml);
    }

    /** The classes of a driver, which are loaded once, and again when its file has changed. */
    synchronized LoadedBenchmark benchmark(String driverJar) throws IOException, UnsupportedDriver {
        Path path = Path.of(driverJar).toAbsolutePath();
        FileTime changed = Files.exists(path) ? Files.getLastModifiedTime(path) : FileTime.fromMillis(0);
        Loaded known = loaded.get(path);
        if (known == null || !known.changed().equals(changed)) {
            known = new Loaded(changed, LoadedBenchmark.load(path));
            loaded.put(path, known);
        }
        return known.benchmark();
    }

    private static @Nullable RunXml runXml(FabanParameters parameters) throws IOException {
        return parameters.runXml().isEmpty() ? null : RunXml.read(Path.of(parameters.runXml()));
    }

    @Override
    public WorkloadDefinition define(FabanParameters parameters) {
        try {
            return definition(driver(parameters, runXml(parameters)), parameters);
        } catch (UnsupportedDriver | IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static List<String> names(DriverDefinition driver) {
        return driver.operations().stream().map(DriverOperation::declaredName).toList();
    }

    private static WorkloadDefinition definition(DriverDefinition driver, FabanParameters parameters) {
        return WorkloadOfDriver.of(driver, parameters);
    }

    @Override
    public WorkloadSession open(WorkloadContext<FabanParameters> context) throws Exception {
        HttpSettings http = HttpSettings.usual();
        return FabanSession.open(
                settings(context),
                context.parameters().anyCertificate() ? http.withTrust(new HttpTrust.Anything()) : http);
    }

    private DriverSettings settings(WorkloadContext<FabanParameters> context) throws IOException, UnsupportedDriver {
        FabanParameters parameters = context.parameters();
        RunXml runXml = runXml(parameters);
        DriverDefinition driver = driver(parameters, runXml);
        int scale = parameters.scale() > 0
                ? parameters.scale()
                : Math.max(1, Math.round(context.users() / driver.threadPerScale()));
        PhaseTimes phases = context.run().phases();
        return new DriverSettings(
                driver,
                new DriverContext.Settings(
                        driver.name(),
                        names(driver),
                        benchmark(parameters.driverJar()).folder(),
                        properties(driver, runXml, context),
                        scale,
                        context.users(),
                        phases.rampUp(),
                        phases.steady(),
                        phases.rampDown()),
                runXml,
                context.dataSeed());
    }

    /**
     * Returns the properties of the run file, which replace those of {@code run.xml}, and the address of the SUT with a
     * prefix.
     */
    private static Map<String, List<String>> properties(
            DriverDefinition driver, @Nullable RunXml runXml, WorkloadContext<FabanParameters> context) {
        Map<String, List<String>> properties = new HashMap<>();
        SutAddress sut = context.sut();
        if (sut != null) {
            sut.properties().forEach((name, value) -> properties.put("sut." + name, List.of(value)));
        }
        if (runXml != null) {
            properties.putAll(runXml.properties(driver.name()));
        }
        context.parameters().properties().forEach((name, value) -> properties.put(name, List.of(value)));
        return properties;
    }

    /** A data set without data, which notes what differs from Faban. */
    @Override
    public DataSet dataSet(WorkloadContext<FabanParameters> context) throws Exception {
        DriverSettings settings = settings(context);
        return new DataSet() {
            @Override
            public List<Finding> preflight(DataPolicy policy) {
                return notes(settings);
            }

            @Override
            public Optional<Map<String, String>> baseline() {
                return Optional.of(Map.of());
            }
        };
    }

    private static List<Finding> notes(DriverSettings settings) {
        DriverDefinition driver = settings.driver();
        List<Finding> notes = new ArrayList<>();
        notes.add(Finding.note("Driver " + driver.name() + " of " + driver.benchmark() + " ("
                + driver.type().getName() + ") is driven by Plateau, not by Faban."));
        if (driver.type().isAnnotationPresent(InitialDelay.class)) {
            notes.add(Finding.note(
                    "@InitialDelay is not applied: users begin amid their cycles, at different instants."));
        }
        List<String> uncounted = driver.operations().stream()
                .filter(operation -> !operation.counts())
                .map(DriverOperation::declaredName)
                .toList();
        if (!uncounted.isEmpty()) {
            notes.add(Finding.note(
                    "The headline also counts " + String.join(", ", uncounted) + ", which Faban's metric leaves out."));
        }
        int scale = settings.context().scale();
        int users = Math.round(scale * driver.threadPerScale());
        if (users != settings.context().users()) {
            notes.add(Finding.note("Scale " + scale + " would be " + users + " users by threadPerScale "
                    + driver.threadPerScale() + ", and the run file gives "
                    + settings.context().users() + "."));
        }
        return notes;
    }
}
