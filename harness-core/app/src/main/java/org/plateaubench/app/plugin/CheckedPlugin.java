// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterBinder.Binding;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.ParameterProblem;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.CheckReport;
import org.plateaubench.testkit.CheckRule;
import org.plateaubench.testkit.ServiceCheck;
import org.plateaubench.testkit.WorkloadCheck;

public record CheckedPlugin(
        CheckOptions options,
        PluginCatalog own,
        PluginCatalog installed,
        Path folder,
        CheckReport report,
        GuardedSteps steps) {
    private static final String PORT = "port";

    <P extends Record> void check(SutServiceType<P> type) throws InterruptedException {
        String subject = "SUT service " + type.name();
        steps.call(CheckRule.DESCRIPTION, subject, type::description)
                .ifPresent(text -> report.judge(
                        CheckRule.DESCRIPTION,
                        subject,
                        text.isBlank() ? List.of("it has no description.") : List.of(),
                        "described."));
        P parameters = bound(subject, type.parametersType(), options.serviceParameters(), "--sut-set");
        Optional<Started> started =
                parameters == null ? Optional.empty() : start(type, parameters, "first", CheckRule.SERVICE, subject);
        if (parameters == null || started.isEmpty()) {
            return;
        }
        steps.run(CheckRule.SERVICE, subject, started.get().service()::close);
        ServiceCheck<P> check = new ServiceCheck<>(type, parameters, folder, report);
        steps.run(CheckRule.SERVICE, subject, check::lifecycle);
        steps.run(CheckRule.SERVICE, subject + ", killed", check::killed);
        steps.run(CheckRule.SERVICE, subject + ", port taken", () -> check.portTaken(port -> onPort(type, port)));
    }

    private record Started(SutService service, SutAddress address) {}

    /** Starts a service; one that reports why it cannot start, such as a missing program, violates no rule. */
    private <P extends Record> Optional<Started> start(
            SutServiceType<P> type, P parameters, String step, CheckRule rule, String subject)
            throws InterruptedException {
        return steps.take(CheckRule.SERVICE, "SUT service " + type.name(), () -> {
                    Path place = Files.createDirectories(folder.resolve(type.name() + "-" + step));
                    SutService service =
                            type.create(new SutContext<>("checked", SutContext.Mode.EMBEDDED, parameters, place));
                    boolean isStarted = false;
                    try {
                        List<ParameterProblem> problems =
                                ParameterProblem.among(type.check(SutContext.Mode.EMBEDDED, parameters));
                        if (!problems.isEmpty()) {
                            throw new SutException(problems.getFirst().message());
                        }
                        service.fetch(Progress.SILENT);
                        Optional<Started> started = Optional.of(new Started(service, service.start(Progress.SILENT)));
                        isStarted = true;
                        return started;
                    } catch (SutException e) {
                        report.notChecked(rule, subject, type.name() + " does not start here: " + e.getMessage());
                        return Optional.<Started>empty();
                    } finally {
                        if (!isStarted) {
                            service.close();
                        }
                    }
                })
                .flatMap(started -> started);
    }

    /** The parameters of a record of this plugin; null, with a result, when they cannot be bound. */
    private <P extends Record> @Nullable P bound(
            String subject, Class<P> type, Map<String, String> given, String option) throws InterruptedException {
        Map<String, String> known = new HashMap<>(given);
        known.keySet().retainAll(names(type));
        Binding<P> binding = steps.call(CheckRule.PARAMETERS, subject, () -> ParameterBinder.bind(type, known))
                .orElse(null);
        if (binding == null) {
            return null;
        }
        if (binding.value() == null) {
            report.notChecked(CheckRule.PARAMETERS, subject, binding.problems() + "; give values with " + option + ".");
        }
        return binding.value();
    }

    private static List<String> names(Class<? extends Record> type) {
        return ParameterDescriptor.of(type).stream()
                .map(ParameterDescriptor::name)
                .toList();
    }

    private <P extends Record> Optional<P> onPort(SutServiceType<P> type, int port) {
        if (!names(type.parametersType()).contains(PORT)) {
            return Optional.empty();
        }
        Map<String, String> given = new HashMap<>(options.serviceParameters());
        given.keySet().retainAll(names(type.parametersType()));
        given.put(PORT, Integer.toString(port));
        return Optional.ofNullable(
                ParameterBinder.bind(type.parametersType(), given).value());
    }

    /** The service against which a workload is driven, by default the plugin's first that it accepts. */
    private <P extends Record> Optional<SutServiceType<?>> ofWorkload(Workload<P> workload, P parameters) {
        return options.service().isEmpty()
                ? own.plugins().stream()
                        .flatMap(plugin -> plugin.sutServices().stream())
                        .<SutServiceType<?>>map(type -> type)
                        .filter(type -> workload.check(parameters, Optional.of(type.name())).stream()
                                .noneMatch(finding -> finding.severity() == Finding.Severity.PROBLEM))
                        .findFirst()
                : Stream.of(own, installed)
                        .flatMap(catalog -> catalog.sutService(options.service().get()).stream())
                        .findFirst();
    }

    /** Starts a service for a workload. */
    private <P extends Record> Optional<Started> start(SutServiceType<P> type, String workload)
            throws InterruptedException {
        P parameters =
                bound("SUT service " + type.name(), type.parametersType(), options.serviceParameters(), "--sut-set");
        return parameters == null
                ? Optional.empty()
                : start(type, parameters, "of-" + workload, CheckRule.RUN, "workload " + workload);
    }

    <P extends Record> void check(Workload<P> workload) throws InterruptedException {
        String subject = "workload " + workload.name();
        P parameters = bound(subject, workload.parametersType(), options.parameters(), "--set");
        if (parameters == null) {
            return;
        }
        boolean isDefined = steps.call(CheckRule.DEFINITION, subject, () -> {
                    WorkloadCheck.definition(workload, parameters, report);
                    return true;
                })
                .isPresent();
        Optional<SutServiceType<?>> type = isDefined ? ofWorkload(workload, parameters) : Optional.empty();
        if (type.isPresent()) {
            Optional<Started> started = start(type.get(), workload.name());
            if (started.isPresent()) {
                drive(workload, parameters, started.get(), subject);
            }
        } else if (isDefined && workload.needsSut()) {
            report.notChecked(
                    CheckRule.RUN,
                    subject,
                    "it needs a SUT: name a service of an installed plugin with --sut SERVICE.");
        } else if (isDefined) {
            drive(workload, parameters, null, List.of(), subject);
        }
    }

    private <P extends Record> void drive(Workload<P> workload, P parameters, Started sut, String subject)
            throws InterruptedException {
        String ofSut = "SUT of " + subject;
        try {
            List<Long> processes = steps.call(
                            CheckRule.SERVICE,
                            ofSut,
                            () -> sut.service().status().processIds())
                    .orElse(List.of());
            drive(workload, parameters, sut.address(), processes, subject);
        } finally {
            steps.run(CheckRule.SERVICE, ofSut, sut.service()::close);
        }
    }

    private <P extends Record> void drive(
            Workload<P> workload, P parameters, @Nullable SutAddress address, List<Long> processes, String subject)
            throws InterruptedException {
        WorkloadCheck.Conditions conditions = new WorkloadCheck.Conditions(
                address,
                processes.isEmpty() ? Optional.empty() : Optional.of(() -> stop(processes)),
                Optional.empty(),
                true,
                options.operations(),
                options.longestRun(),
                Optional.empty());
        WorkloadCheck<P> check = steps.call(
                        CheckRule.DATA, subject, () -> new WorkloadCheck<>(workload, parameters, conditions, report))
                .orElse(null);
        if (check == null) {
            return;
        }
        try {
            check.check(steps);
        } finally {
            steps.run(CheckRule.DATA, subject, check::close);
        }
    }

    /** Stops processes by a signal until the returned object is closed. */
    private static AutoCloseable stop(List<Long> ids) throws IOException, InterruptedException {
        List<ProcessHandle> processes = ids.stream()
                .flatMap(id -> ProcessHandle.of(id).stream())
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .toList();
        signal("-STOP", processes);
        return () -> signal("-CONT", processes);
    }

    private static void signal(String name, List<ProcessHandle> processes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", name));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        new ProcessBuilder(command).start().waitFor();
    }

    /**
     * Makes the calls of a check, each with a time limit; an exception is a violation of the rule. Not thread-safe.
     */
    static final class GuardedSteps implements WorkloadCheck.Steps {
        private static final Duration CALL_LIMIT = Duration.ofSeconds(10);
        private static final Duration STEP_LIMIT = Duration.ofMinutes(5);

        private final CheckReport report;
        private final Object origin;

        GuardedSteps(CheckReport report, LoadedPlugin plugin) {
            this.report = report;
            this.origin = plugin.origin();
        }

        /** The result of a method that must return immediately; empty if it threw. */
        <T> Optional<T> call(CheckRule rule, String subject, Callable<T> call) throws InterruptedException {
            return bounded(rule, subject, CALL_LIMIT, call);
        }

        /** The result of a step that may take long; empty if it threw. */
        <T> Optional<T> take(CheckRule rule, String subject, Callable<T> step) throws InterruptedException {
            return bounded(rule, subject, STEP_LIMIT, step);
        }

        @Override
        public void run(CheckRule rule, String subject, WorkloadCheck.Step step) throws InterruptedException {
            take(rule, subject, () -> {
                step.make();
                return true;
            });
        }

        private <T> Optional<T> bounded(CheckRule rule, String subject, Duration deadline, Callable<T> step)
                throws InterruptedException {
            try {
                return Optional.of(PluginCall.call("The check", origin, deadline, () -> false, step));
            } catch (PluginCall.Failure e) {
                String sentence = UnpackedPlugin.withPathsInArchive(e.describe());
                report.broken(rule, subject, sentence + (sentence.endsWith(".") ? "" : "."));
                return Optional.empty();
            }
        }
    }

    /** A plugin as it will be installed, in a temporary folder of plugin folders, removed when it is closed. */
    static final class UnpackedPlugin implements AutoCloseable {
        private static final String PREFIX = "plateau-plugin-check-";

        private static final Pattern ROOT = Pattern.compile("[^\\s'\"]*/" + PREFIX + "\\d+/plugins/");

        private final Path temporary;

        private UnpackedPlugin(Path temporary) {
            this.temporary = temporary;
        }

        static UnpackedPlugin of(Path archive) throws IOException {
            UnpackedPlugin plugin = new UnpackedPlugin(Files.createTempDirectory(PREFIX));
            try {
                Files.createDirectories(plugin.root());
                if (Files.isDirectory(archive)) {
                    Path real = archive.toRealPath();
                    Files.createSymbolicLink(plugin.root().resolve(real.getFileName()), real);
                } else {
                    try (UntrustedArchive content = PluginStore.open(archive)) {
                        content.unpack(plugin.root(), PluginStore.MAX_UNPACKED_BYTES);
                    }
                }
                return plugin;
            } catch (IOException e) {
                plugin.close();
                throw e;
            }
        }

        Path root() {
            return temporary.resolve("plugins");
        }

        Path suts() {
            return temporary.resolve("suts");
        }

        /**
         * A text with the paths of unpacked files replaced by their paths in the archive, such as {@code kv/kv.jar}.
         */
        static String withPathsInArchive(String text) {
            return ROOT.matcher(text).replaceAll("");
        }

        /** Removes the temporary folder, but not a folder that was given by name. */
        @Override
        public void close() throws IOException {
            FileTree.remove(temporary);
        }
    }

    /**
     * The options of the check of a plugin.
     *
     * @param archive zip file that contains a folder named by the plugin's id with its jars, or that folder
     * @param service SUT service for the workloads; empty for the first one of the plugin that each accepts
     * @param allowUndriven whether a plugin follows the rules although not one of its workloads could be driven
     */
    public record CheckOptions(
            Path archive,
            Optional<String> service,
            Map<String, String> parameters,
            Map<String, String> serviceParameters,
            long operations,
            Duration longestRun,
            boolean allowUndriven) {
        public static final long OPERATIONS = 100_000;
        public static final Duration MAX_RUN_TIME = Duration.ofMinutes(1);
    }
}
