// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.app.Environment;
import org.plateaubench.app.HostReport;
import org.plateaubench.app.Installation;
import org.plateaubench.app.KeptSut.SutRequest;
import org.plateaubench.app.ProcessLock.RigLock;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.SutKeeper;
import org.plateaubench.app.SutKeeper.WrongParameters;
import org.plateaubench.app.plugin.PluginDescription.ParameterDescription;
import org.plateaubench.app.plugin.PluginDescription.PluginDescriptions;
import org.plateaubench.app.plugin.PluginDescription.ServiceDescription;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.FilePart;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The routes of the Rig page. Thread-safe. */
public final class RigRoutes implements Routes, AutoCloseable {
    private static final int MAX_LINES = 5_000;
    private static final int LINES = 200;
    private static final int MAX_LOG_BYTES = 512 * 1024;

    private final PluginDescriptions plugins;
    private final SutKeeper keeper;
    private final Function<SutRequest, List<String>> keeperCommand;
    private final Path runs;
    private final SutWork work = new SutWork();
    private final KeptSuts kept;
    private final LocalAgent agent;
    private final BrokerAgents broker;
    /** Parameters of the last start of each SUT since this console began, without secrets. */
    private final Map<String, Map<String, Object>> startedWith = new ConcurrentHashMap<>();

    /**
     * Creates the routes for the rig of this host.
     *
     * @param origin parts of the host that requested SUTs may name
     * @param credentials file with the credentials of a broker; none is shown while it does not exist
     * @param keeperCommand command of the process that keeps a SUT
     */
    public RigRoutes(
            Installation installation,
            Path suts,
            Path runs,
            RunOrigin origin,
            Path credentials,
            InstantSource clock,
            Function<SutRequest, List<String>> keeperCommand) {
        this.keeperCommand = keeperCommand;
        this.runs = runs;
        plugins = new PluginDescriptions(installation);
        keeper = new SutKeeper(installation, suts, Optional.of(origin));
        kept = new KeptSuts(suts, work);
        agent = new LocalAgent(clock);
        broker = new BrokerAgents(credentials, clock);
    }

    private record Rig(
            List<LocalAgent.ShownAgent> agents,
            BrokerAgents.@Nullable Shown broker,
            List<KeptSuts.SutRow> suts,
            List<ServiceDescription> services,
            Map<String, Map<String, Object>> startedWith) {}

    private record Stopped(String name, String state) {}

    private record StartRequest(
            String service, @Nullable String name, @Nullable Map<String, Object> parameters) {}

    @Override
    public void addTo(RouteTable table) {
        String rig = RouteTable.API + "/rig";
        String sut = rig + "/suts/{name}";
        table.get(rig, Role.VIEWER, this::rig)
                .post(rig + "/agents/{name}/calibration", Role.OPERATOR, this::calibrate)
                .post(rig + "/suts", Role.OPERATOR, this::start)
                .get(sut, Role.VIEWER, context -> context.json(found(context)))
                .post(sut + "/stop", Role.OPERATOR, this::stop)
                .post(sut + "/clear", Role.OPERATOR, this::clear)
                .get(sut + "/log", Role.VIEWER, this::log, "tail", "log");
    }

    private static boolean maySeeAccess(Context context) {
        return Caller.of(context).role().includes(Role.OPERATOR);
    }

    private void rig(Context context) throws IOException {
        context.json(new Rig(
                List.of(agent.shown()),
                brokerState(),
                kept.all(maySeeAccess(context)),
                plugins.startableServices(),
                Map.copyOf(startedWith)));
    }

    private BrokerAgents.@Nullable Shown brokerState() {
        try {
            return broker.shown();
        } catch (InterruptedException e) {
            throw Problem.ending();
        }
    }

    private void calibrate(Context context) throws IOException {
        if (!context.pathParam("name").equals(LocalAgent.NAME)) {
            throw Problem.notFound("There is no agent " + context.pathParam("name") + ".");
        }
        Optional<String> user = RigLock.user(runs);
        if (user.isPresent()) {
            throw Problem.conflict(user.get() + " A calibration would disturb it.");
        }
        agent.calibrate();
        context.status(202).json(agent.shown());
    }

    private KeptSuts.SutRow found(Context context) throws IOException {
        String name = name(context);
        return kept.find(name, maySeeAccess(context)).orElseThrow(() -> unknown(name));
    }

    private static String name(Context context) {
        String name = context.pathParam("name");
        if (!Names.isValid(name) || name.length() > Names.MAX_CHARACTERS) {
            throw Problem.notFound("There is no SUT with this name.");
        }
        return name;
    }

    private static Problem unknown(String name) {
        return Problem.notFound("There is no SUT " + name + " here.");
    }

    private void start(Context context) throws IOException {
        StartRequest body = Body.read(context, StartRequest.class);
        String given = body.name();
        String name = given == null || given.isBlank() ? body.service() : given;
        Journal.target(context, body.service() + " " + name);
        SutRequest wanted = new SutRequest(body.service(), name, settings(body.parameters()));
        Map<String, Object> open = withoutSecrets(wanted);
        stopLeftovers(name);
        try {
            keeper.check(wanted.service(), wanted.name(), wanted.settings());
        } catch (WrongParameters e) {
            throw Problem.wrongInput("SUT " + name + " cannot be started as it is: " + sentence(e), details(e));
        } catch (IllegalArgumentException e) {
            throw Problem.wrongInput(sentence(e));
        } catch (IOException e) {
            throw Problem.conflict(sentence(e));
        }
        startedWith.put(name, open);
        work.begin(
                name,
                SutWork.Kind.STARTING,
                wanted.service(),
                activities -> keeper.start(
                        wanted.service(), name, wanted.settings(), keeperCommand.apply(wanted), activities));
        answer(context, name);
    }

    private Map<String, Object> withoutSecrets(SutRequest wanted) {
        List<String> open =
                plugins.service(wanted.service()).map(ServiceDescription::parameters).orElse(List.of()).stream()
                        .filter(parameter -> !parameter.secret())
                        .map(ParameterDescription::name)
                        .toList();
        Map<String, Object> shown = new TreeMap<>(wanted.settings());
        shown.keySet().removeIf(name -> !open.contains(name.split("\\.", 2)[0]));
        return shown;
    }

    /** Stops the remaining processes of a SUT whose main process has ended by itself, before it is started again. */
    private void stopLeftovers(String name) throws IOException {
        if (Names.isValid(name)
                && kept.find(name, false)
                        .filter(row -> row.state().equals("dead"))
                        .isPresent()) {
            try {
                keeper.stop(name);
            } catch (InterruptedException e) {
                throw Problem.ending();
            }
        }
    }

    private static Map<String, String> settings(@Nullable Map<String, Object> parameters) {
        Map<String, String> settings = new TreeMap<>();
        if (parameters == null) {
            return settings;
        }
        parameters.forEach((key, value) -> {
            if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
                throw Problem.wrongValue("parameters." + key, "must be a text, a number, true or false");
            }
            settings.put(key, value.toString());
        });
        return settings;
    }

    private static List<Problem.Detail> details(WrongParameters wrong) {
        return wrong.messages().entrySet().stream()
                .map(problem -> Problem.Detail.of(
                        problem.getKey().isEmpty() ? "parameters" : "parameters." + problem.getKey(),
                        problem.getValue()))
                .toList();
    }

    private static String sentence(Exception e) {
        return String.valueOf(e.getMessage());
    }

    private void answer(Context context, String name) throws IOException {
        KeptSuts.SutRow row = kept.find(name, maySeeAccess(context)).orElse(null);
        context.status(202).json(row == null ? new Stopped(name, "stopped") : row);
    }

    private void stop(Context context) throws IOException {
        String name = name(context);
        KeptSuts.SutRow row = found(context);
        List<String> users = kept.usersOf(name);
        if (!users.isEmpty()) {
            throw Problem.conflict("SUT " + name + " is used by " + String.join(", ", users) + "; stop that first.");
        }
        if (!work.cancelStart(name)) {
            if (!row.state().equals("running") && !row.state().equals("dead")) {
                throw Problem.conflict("SUT " + name + " is " + row.state() + ".");
            }
            work.begin(name, SutWork.Kind.STOPPING, row.service(), activities -> keeper.stop(name));
        }
        answer(context, name);
    }

    private void clear(Context context) throws IOException {
        String name = name(context);
        KeptSuts.SutRow row = found(context);
        if (row.state().equals("running")) {
            throw Problem.conflict("SUT " + name + " runs; stop it first.");
        }
        work.begin(
                name, SutWork.Kind.CLEARING, row.service(), activities -> keeper.clear(row.service(), name, Map.of()));
        answer(context, name);
    }

    private void log(Context context) throws IOException {
        Query query = Query.of(context);
        String name = name(context);
        Map<String, Path> logs = new LinkedHashMap<>(kept.logs(name));
        String wanted = query.text("log")
                .orElseGet(() -> logs.keySet().stream().findFirst().orElse(""));
        Path log = logs.get(wanted);
        if (log == null) {
            throw Problem.notFound("There is no log of a SUT " + name + " here.");
        }
        context.contentType("text/plain; charset=utf-8")
                .result(FilePart.last(log, MAX_LOG_BYTES).lastLines(query.number("tail", 1, MAX_LINES, LINES)));
    }

    @Override
    public void close() {
        agent.close();
        broker.close();
        work.close();
    }

    /**
     * The agent in the process of each run on this host: the properties of the host and its calibration. Thread-safe.
     */
    static final class LocalAgent implements AutoCloseable {
        static final String NAME = "local";

        private static final Duration CALIBRATION_TIME = Duration.ofSeconds(5);

        private final InstantSource clock;
        private final RunEnvironment.Host host = Environment.host(List.of(), Map.of());
        private @Nullable HostReport report;
        private @Nullable Instant measuredAt;
        private @Nullable String failure;
        private @Nullable Thread calibration;

        record ShownAgent(
                String name,
                String state,

                @JsonIgnoreProperties({"agents", "settings"})
                RunEnvironment.Host host,

                String java,
                @Nullable Calibrated calibration,
                @Nullable String message) {}

        /** The measured properties of the host. */
        record Calibrated(
                @Nullable Instant measuredAt,
                List<HostReport.Figure> figures,
                HostReport.Fit fit,
                List<HostReport.Advice> advice) {}

        LocalAgent(InstantSource clock) {
            this.clock = clock;
        }

        /** Begins a calibration of five seconds in the background. */
        synchronized void calibrate() {
            if (calibration != null) {
                throw Problem.conflict("A calibration is in progress already.");
            }
            // A new thread, since the calibration reduces its timer slack, which the threads that it starts inherit.
            calibration =
                    Thread.ofPlatform().daemon().name("console-calibration").start(this::runCalibration);
        }

        private void runCalibration() {
            HostReport found = null;
            String sentence = null;
            try {
                found = HostReport.measure(CALIBRATION_TIME);
            } catch (InterruptedException e) {
                sentence = "The calibration was cancelled.";
            } catch (RuntimeException | LinkageError e) {
                sentence = "The calibration failed: " + e.getMessage();
            }
            synchronized (this) {
                report = found == null ? report : found;
                measuredAt = found == null ? measuredAt : clock.instant();
                failure = sentence;
                calibration = null;
            }
        }

        synchronized ShownAgent shown() {
            return new ShownAgent(
                    NAME,
                    calibration == null ? "ready" : "calibrating",
                    host,
                    System.getProperty("java.vm.name") + " " + Runtime.version(),
                    report == null ? null : new Calibrated(measuredAt, report.figures(), report.fit(), report.advice()),
                    failure);
        }

        @Override
        public synchronized void close() {
            if (calibration != null) {
                calibration.interrupt();
            }
        }
    }
}
