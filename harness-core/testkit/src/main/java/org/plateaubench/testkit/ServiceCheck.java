// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.SutStatus;

/**
 * Checks a SUT service that the harness starts: it must start, stop, be restartable after its processes were killed,
 * refuse a port that is in use, clear its data, and leave no process. A step blocks as long as the plugin does, so the
 * caller must bound it. Not thread-safe.
 *
 * @param <P> parameters of the service
 */
public final class ServiceCheck<P extends Record> {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Pattern NO_DATA = Pattern.compile("\\.(pid|conf|cnf)$");

    private final SutServiceType<P> type;
    private final P parameters;
    private final Path folder;
    private final CheckReport report;
    private final String subject;
    private final Set<ProcessHandle> before = new HashSet<>();

    /** Creates the check, without starting anything yet; the empty folder will have a folder for each step. */
    public ServiceCheck(SutServiceType<P> type, P parameters, Path folder, CheckReport report) {
        this.type = type;
        this.parameters = parameters;
        this.folder = folder;
        this.report = report;
        this.subject = "SUT service " + type.name();
    }

    private SutService service(P usedParameters, String step) throws IOException {
        Path serviceFolder = Files.createDirectories(folder.resolve(type.name() + "-" + step));
        before.clear();
        ProcessHandle.current().descendants().forEach(before::add);
        return type.create(new SutContext<>("checked", SutContext.Mode.EMBEDDED, usedParameters, serviceFolder));
    }

    private Set<ProcessHandle> startedProcesses() {
        Set<ProcessHandle> started = new HashSet<>();
        ProcessHandle.current().descendants().forEach(started::add);
        started.removeAll(before);
        return started;
    }

    private Set<ProcessHandle> startedProcesses(SutService service) {
        Set<ProcessHandle> started = startedProcesses();
        service.status().processIds().forEach(id -> ProcessHandle.of(id).ifPresent(started::add));
        return started;
    }

    /** Starts the service, queries it, stops it, clears it and starts it once more. */
    public void lifecycle() throws Exception {
        List<String> problems = new ArrayList<>();
        Set<ProcessHandle> processes;
        Path serviceFolder = folder.resolve(type.name() + "-lifecycle");
        try (SutService service = service(parameters, "lifecycle")) {
            service.stop();
            requireState(SutStatus.State.STOPPED, service, "before its start", problems);
            service.fetch(Progress.SILENT);
            SutAddress address = service.start(Progress.SILENT);
            if (!address.service().equals(type.name())) {
                problems.add("its address names the service '" + address.service() + "'.");
            }
            requireState(SutStatus.State.RUNNING, service, "after its start", problems);
            service.configuration();
            service.logs().stream()
                    .filter(log -> !Files.exists(log))
                    .forEach(log -> problems.add("its log " + log.getFileName() + " does not exist."));
            if (!isClearRefused(service)) {
                problems.add("clear() removes the data of a running SUT; it must refuse with a sentence.");
            }
            processes = startedProcesses(service);
            service.stop();
            reportOrphans(processes, "stop()");
            requireState(SutStatus.State.STOPPED, service, "after stop()", problems);
            service.clear();
            Set<Path> logs = new HashSet<>(service.logs());
            remainingData(serviceFolder, logs)
                    .ifPresent(file -> problems.add("clear() left " + serviceFolder.relativize(file) + "."));
            service.start(Progress.SILENT);
            requireState(SutStatus.State.RUNNING, service, "after a second start", problems);
            processes = startedProcesses(service);
        }
        reportOrphans(processes, "close()");
        report.judge(CheckRule.SERVICE, subject, problems, "started, stopped, cleared and started again.");
    }

    private static void requireState(SutStatus.State state, SutService service, String when, List<String> problems) {
        SutStatus status = service.status();
        if (status.state() != state) {
            problems.add(when + " its status is " + status.state() + " (" + status.detail() + ").");
        }
    }

    private static boolean isClearRefused(SutService service) {
        try {
            service.clear();
            return false;
        } catch (SutException e) {
            return true;
        }
    }

    /** Returns a remaining file with data, which is neither a log, nor a process id, nor settings. */
    private static Optional<Path> remainingData(Path serviceFolder, Set<Path> logs) throws IOException {
        try (Stream<Path> files = Files.walk(serviceFolder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !logs.contains(file)
                            && !NO_DATA.matcher(file.toString()).find())
                    .findFirst();
        }
    }

    private void reportOrphans(Set<ProcessHandle> processes, String after) throws Exception {
        Deadline.await(TIMEOUT, () -> processes.stream().noneMatch(ProcessHandle::isAlive));
        List<String> alive = processes.stream()
                .filter(ProcessHandle::isAlive)
                .map(process -> process.pid() + " (" + process.info().command().orElse("?") + ")")
                .toList();
        String found = "process " + String.join(", ", alive) + " still runs after " + after + ".";
        List<String> problems = alive.isEmpty() ? List.of() : List.of(found);
        report.judge(CheckRule.ORPHAN, subject, problems, "no process was left after " + after + ".");
        processes.forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills the processes of a running service, which must notice this and be able to start again. */
    public void killed() throws Exception {
        try (SutService service = service(parameters, "killed")) {
            service.start(Progress.SILENT);
            List<ProcessHandle> servers = service.status().processIds().stream()
                    .flatMap(id -> ProcessHandle.of(id).stream())
                    .toList();
            if (servers.isEmpty()) {
                report.notChecked(CheckRule.SERVICE, subject + ", killed", "its status names no process to kill.");
                return;
            }
            servers.forEach(ProcessHandle::destroyForcibly);
            List<String> problems = new ArrayList<>();
            if (!Deadline.await(TIMEOUT, () -> service.status().state() != SutStatus.State.RUNNING)) {
                problems.add("its status is still RUNNING " + TIMEOUT.toSeconds() + " s after they were killed.");
            }
            service.stop();
            service.start(Progress.SILENT);
            requireState(SutStatus.State.RUNNING, service, "after it was killed and started again", problems);
            report.judge(CheckRule.SERVICE, subject + ", killed", problems, "noticed its end, and started again.");
        }
    }

    /**
     * Starts the service on a port that another server uses; the message must report this.
     *
     * @param onPort returns the parameters with the given port; empty if no parameter is a port
     */
    public void portTaken(IntFunction<Optional<P>> onPort) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Optional<P> changed = onPort.apply(other.getLocalPort());
            if (changed.isEmpty()) {
                report.notChecked(CheckRule.SERVICE, subject + ", port taken", "it has no parameter port.");
                return;
            }
            try (SutService service = service(changed.get(), "taken")) {
                service.start(Progress.SILENT);
                report.broken(
                        CheckRule.SERVICE,
                        subject + ", port taken",
                        "start() reports success although another server has port " + other.getLocalPort() + ".");
            } catch (SutException e) {
                report.kept(CheckRule.SERVICE, subject + ", port taken", "refused: " + e.getMessage());
            }
            reportOrphans(startedProcesses(), "a start that failed");
        }
    }
}
