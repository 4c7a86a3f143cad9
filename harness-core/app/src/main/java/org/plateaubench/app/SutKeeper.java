// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.plateaubench.api.SutAddress;
import org.plateaubench.app.KeptSut.SutRequest;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.loader.NearestName;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterBinder.Binding;
import org.plateaubench.loader.ParameterProblem;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.SutStatus;

/**
 * Starts and stops SUTs for interactive work. A SUT ends when the process that started it ends, so
 * {@code plateau sut start} leaves a small process running, the keeper, which does nothing but keep its SUT running.
 */
public final class SutKeeper {
    public static final String FOLDER = ".plateau/suts";

    public static final String LOG = "keeper.log";

    /** The time limit for a start, in seconds; services end a failing start earlier, with their own message. */
    private static final long START_SECONDS = 150;

    private static final String REFERENCE = "${";
    private static final String UNRESOLVED =
            "must not contain a reference such as ${env:NAME}, which only runs resolve: write the value itself";

    private static final long STOP_SECONDS = 30;
    private static final long POLL_MILLIS = 1000;
    private static final long SHORT_POLL_MILLIS = 50;

    private final Installation installation;
    private final Path suts;
    private final Optional<RunOrigin> origin;

    public SutKeeper(Installation installation, Path suts) {
        this(installation, suts, Optional.empty());
    }

    /** {@code origin} has the parts of the host that parameters may name; empty for a user of this host's shell. */
    public SutKeeper(Installation installation, Path suts, Optional<RunOrigin> origin) {
        this.installation = installation;
        this.suts = suts.toAbsolutePath().normalize();
        this.origin = origin;
    }

    /** Checks whether a SUT could be started; throws {@link IllegalArgumentException} with one sentence if not. */
    public void check(String service, String name, Map<String, String> parameters) throws IOException {
        addresses(bound(type(service), parameters));
        requireNotRunning(KeptSut.requireName(name), "runs already");
    }

    /**
     * Starts a keeper in the background and waits until its SUT answers.
     *
     * @throws IllegalArgumentException with one sentence when service or parameters are unknown or wrong, or a SUT that
     *     they name does not run
     */
    public KeptSut start(
            String service,
            String name,
            Map<String, String> parameters,
            List<String> keeperCommand,
            Consumer<String> activities)
            throws IOException, InterruptedException {
        check(service, name, parameters);
        ownFolder(name);
        KeptSut.writeService(suts, name, service);
        use(
                type(service),
                name,
                parameters,
                sut -> sut.fetch((activity, done, total, unit) -> activities.accept(activity)));
        activities.accept("starting " + service);
        return startKeeper(name, parameters, keeperCommand);
    }

    private KeptSut startKeeper(String name, Map<String, String> parameters, List<String> keeperCommand)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(keeperCommand);
        Path log = KeptSut.folder(suts, name).resolve(LOG);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(log.toFile()).redirectErrorStream(true);
        if (origin.isPresent()) {
            RunOrigin.reduce(builder.environment(), List.of());
        }
        Process keeper = builder.start();
        // If the user ends this command while it waits, the SUT is not started.
        Thread abandon = new Thread(keeper::destroy, "abandon " + name);
        boolean isStarted = false;
        try {
            Runtime.getRuntime().addShutdownHook(abandon);
            sendSettings(parameters, keeper);
            KeptSut kept = awaitRecord(name, keeper, log);
            isStarted = true;
            return kept;
        } finally {
            if (!isStarted) {
                keeper.destroy();
            }
            remove(abandon);
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and so is the keeper.
            return;
        }
    }

    private static void sendSettings(Map<String, String> parameters, Process keeper) {
        try {
            SutRequest.writeSettings(parameters, keeper.getOutputStream());
        } catch (IOException e) {
            // A keeper that ended before it read them has the reason in its log.
            keeper.destroy();
        }
    }

    private KeptSut awaitRecord(String name, Process keeper, Path log) throws IOException, InterruptedException {
        long tries = TimeUnit.SECONDS.toMillis(START_SECONDS) / SHORT_POLL_MILLIS;
        for (long i = 0; i < tries; i++) {
            KeptSut kept = KeptSut.find(suts, name).orElse(null);
            // The prefix program becomes the keeper and keeps its process id.
            if (kept != null && kept.keeperPid() == keeper.pid()) {
                return kept;
            }
            if (keeper.waitFor(SHORT_POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                // The keeper is this program and begins its message with its own name.
                throw new IOException(Files.readString(log).strip().replaceFirst("^plateau: ", ""));
            }
        }
        throw new IOException("SUT " + name + " did not start within " + START_SECONDS + " s; its log is " + log + ".");
    }

    /** Removes the stored data of a SUT that is not running, which the service finds by the given parameters. */
    public void clear(String service, String name, Map<String, String> parameters)
            throws IOException, InterruptedException {
        SutServiceType<?> type = type(service);
        requireNotRunning(KeptSut.requireName(name), "runs");
        if (!Files.exists(KeptSut.folder(suts, name))) {
            throw unknown(name);
        }
        use(type, name, parameters, SutService::clear);
        KeptSut.removeRecord(suts, name);
        KeptSut.removeService(suts, name);
    }

    private void requireNotRunning(String name, String state) throws IOException {
        if (KeptSut.isKept(suts, name)) {
            throw runs(name, state);
        }
    }

    private static IOException runs(String name, String state) {
        return new IOException("SUT " + name + " " + state + "; stop it with: ./plateau sut stop " + name + ".");
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("no SUT " + name + " was started here; ./plateau sut status lists them.");
    }

    private interface Use {
        void on(SutService service) throws SutException, InterruptedException;
    }

    /** Uses a SUT in the foreground and without a time limit, because the user can see the progress and end it. */
    private void use(SutServiceType<?> type, String name, Map<String, String> parameters, Use use)
            throws IOException, InterruptedException {
        try (SutService service = create(type, name, parameters, ownFolder(name))) {
            use.on(service);
        } catch (SutException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private Path ownFolder(String name) throws IOException {
        return Files.createDirectories(KeptSut.folder(suts, name).resolve("service"));
    }

    /** Starts the SUT as a child of this process and returns when it has ended. The SUT ends when this process does. */
    @SuppressWarnings("try") // The lock is only held.
    public void keep(String service, String name, Map<String, String> parameters)
            throws IOException, InterruptedException {
        SutServiceType<?> type = type(service);
        SutService running = create(type, name, parameters, ownFolder(name));
        try (ProcessLock lock = KeptSut.lock(suts, name).orElseThrow(() -> runs(name, "runs already"));
                running) {
            KeptSut.removeRecord(suts, name);
            keepRunning(
                    running,
                    service,
                    name,
                    List.copyOf(addresses(bound(type, parameters)).keySet()));
        } catch (SutException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void keepRunning(SutService running, String service, String name, List<String> uses)
            throws SutException, IOException, InterruptedException {
        SutAddress address = running.start(Progress.SILENT);
        List<String> logs = running.logs().stream().map(Path::toString).toList();
        new KeptSut(name, service, ProcessHandle.current().pid(), address.properties(), running.access(), logs, uses)
                .write(suts);
        while (running.status().state() == SutStatus.State.RUNNING) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new IOException("SUT " + name + " has died: " + running.status().detail());
    }

    public KeptSut stop(String name) throws IOException, InterruptedException {
        KeptSut kept = KeptSut.find(suts, KeptSut.requireName(name)).orElse(null);
        if (kept == null && KeptSut.isKept(suts, name)) {
            throw new IOException("SUT " + name + " is being started; end the command that starts it, or wait for it.");
        }
        if (kept == null) {
            throw unknown(name);
        }
        ProcessHandle keeper = ProcessHandle.of(kept.keeperPid()).orElse(null);
        if (keeper != null && kept.isAlive(suts)) {
            keeper.destroy();
            if (!awaitEnd(kept)) {
                keeper.destroyForcibly();
            }
        }
        KeptSut.removeRecord(suts, name);
        return kept;
    }

    private boolean awaitEnd(KeptSut kept) throws IOException, InterruptedException {
        for (long i = 0; i < TimeUnit.SECONDS.toMillis(STOP_SECONDS) / SHORT_POLL_MILLIS && kept.isAlive(suts); i++) {
            TimeUnit.MILLISECONDS.sleep(SHORT_POLL_MILLIS);
        }
        return !kept.isAlive(suts);
    }

    private SutServiceType<?> type(String service) {
        return installation
                .catalog()
                .sutService(service)
                .orElseThrow(() -> new IllegalArgumentException("unknown service '" + service + "'"
                        + NearestName.hint(service, installation.catalog().sutServiceNames())));
    }

    private <P extends Record> P bound(SutServiceType<P> type, Map<String, String> parameters) {
        Binding<P> binding = ParameterBinder.bind(type.parametersType(), parameters);
        P value = binding.value();
        List<ParameterProblem> problems = new ArrayList<>(binding.problems());
        if (value != null) {
            problems.addAll(refused(type, parameters));
            problems.addAll(references(parameters));
        }
        if (value != null && problems.isEmpty()) {
            problems.addAll(ParameterProblem.among(type.check(SutContext.Mode.EMBEDDED, value)));
        }
        if (value == null || !problems.isEmpty()) {
            throw new WrongParameters(problems);
        }
        return value;
    }

    /** A service does not check values with references, because a run resolves these first. */
    private List<ParameterProblem> references(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .filter(parameter -> origin.isPresent() && parameter.getValue().contains(REFERENCE))
                .map(parameter -> new ParameterProblem(parameter.getKey(), false, UNRESOLVED))
                .toList();
    }

    private List<ParameterProblem> refused(SutServiceType<?> type, Map<String, String> parameters) {
        try {
            return origin.isEmpty()
                    ? List.of()
                    : origin.get().rules().refused(type.name(), type.parametersType(), parameters);
        } catch (WrongConfiguration e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private <P extends Record> SutService create(
            SutServiceType<P> type, String name, Map<String, String> parameters, Path folder) throws IOException {
        P bound = bound(type, parameters);
        return type.create(
                new SutContext<>(KeptSut.requireName(name), SutContext.Mode.EMBEDDED, bound, folder, addresses(bound)));
    }

    private Map<String, SutAddress> addresses(Record parameters) throws IOException {
        Map<String, SutAddress> addresses = new TreeMap<>();
        for (Map.Entry<String, String> named : ParameterBinder.sutNames(
                        parameters.getClass(), ParameterBinder.plain(parameters))
                .entrySet()) {
            String name = named.getValue();
            KeptSut kept = KeptSut.find(suts, name).orElse(null);
            if (kept == null || !kept.isAlive(suts)) {
                throw new IllegalArgumentException(named.getKey() + ": no SUT " + name
                        + " runs here; start it first with: ./plateau sut start SERVICE --name " + name);
            }
            addresses.put(name, new SutAddress(name, kept.service(), kept.properties()));
        }
        return addresses;
    }

    public static final class WrongParameters extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private final transient Map<String, String> messages = new LinkedHashMap<>();

        WrongParameters(List<ParameterProblem> problems) {
            super(problems.stream().map(ParameterProblem::toString).collect(Collectors.joining("; ")));
            problems.forEach(problem ->
                    messages.merge(problem.path(), problem.message(), (first, second) -> first + "; " + second));
        }

        /** The messages by the path of the parameter; the empty path means all parameters. */
        public Map<String, String> messages() {
            return Map.copyOf(messages);
        }
    }
}
