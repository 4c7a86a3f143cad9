// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.DriverContext;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.faban.FabanDriver.DriverSettings;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Any driver that was written for Faban. */
public final class FabanPlugin implements Plugin, Workload<FabanParameters> {
    private final Map<Path, Loaded> loaded = new HashMap<>();

    private record Loaded(FileTime changed, LoadedBenchmark benchmark) {}

    @Override
    public String id() {
        return "faban";
    }

    @Override
    public String name() {
        return "faban";
    }

    @Override
    public String description() {
        return "A driver that was written for Faban, from its jar.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public Class<FabanParameters> parametersType() {
        return FabanParameters.class;
    }

    @Override
    public List<Finding> check(FabanParameters parameters) {
        String about = "driverJar";
        try {
            driver(parameters, null).definition(parameters);
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

    /** Returns the classes of a driver, which are loaded again only when its file has changed. */
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
            return driver(parameters, runXml(parameters)).definition(parameters);
        } catch (UnsupportedDriver | IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public WorkloadSession open(WorkloadContext<FabanParameters> context) throws Exception {
        Session session = new Session(settings(context), new HttpConnections(HttpSettings.defaults()));
        session.callOnFirstUser(session.settings.driver().before());
        return session;
    }

    /** The users of a driver. */
    private static final class Session implements WorkloadSession {
        private final DriverSettings settings;
        private final HttpConnections connections;
        private final FabanDriver.AttachedMetrics metrics;
        /** The first user, if the driver has methods that are called before or after all users. */
        private final @Nullable FabanDriver first;

        Session(DriverSettings settings, HttpConnections connections) {
            this.settings = settings;
            this.metrics = new FabanDriver.AttachedMetrics(settings.context());
            this.connections = connections;
            DriverDefinition driver = settings.driver();
            this.first = driver.before() == null && driver.after() == null ? null : user(0);
        }

        private FabanDriver user(int number) {
            return new FabanDriver(settings, metrics, connections, number);
        }

        /** Calls a method of the driver, and passes on its exceptions. */
        private void callOnFirstUser(@Nullable Method method) throws Exception {
            if (method != null && first != null) {
                first.makeInstance();
                first.call(method);
            }
        }

        @Override
        public Driver driver(UserContext user) {
            return (first != null && user.user() == 0 ? first : user(user.user())).withUser(user);
        }

        @Override
        public void close() throws Exception {
            try {
                callOnFirstUser(settings.driver().after());
            } finally {
                connections.close();
            }
        }
    }

    private DriverSettings settings(WorkloadContext<FabanParameters> context) throws IOException, UnsupportedDriver {
        FabanParameters parameters = context.parameters();
        RunXml runXml = runXml(parameters);
        DriverDefinition driver = driver(parameters, runXml);
        int defaultScale = Math.max(1, Math.round(context.users() / driver.threadPerScale()));
        int scale = parameters.scale() > 0 ? parameters.scale() : defaultScale;
        PhaseTimes phases = context.run().phases();
        DriverContext.Settings contextSettings = new DriverContext.Settings(
                driver.name(),
                driver.operations().stream().map(DriverOperation::declaredName).toList(),
                benchmark(parameters.driverJar()).folder(),
                properties(driver, runXml, context),
                scale,
                context.users(),
                phases.rampUp(),
                phases.steady(),
                phases.rampDown());
        return new DriverSettings(driver, contextSettings, runXml, context.dataSeed());
    }

    /** Returns the properties of the SUT's address (with a prefix), of run.xml and of the run file; the last counts. */
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
}
