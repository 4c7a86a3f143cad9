// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;
import org.plateaubench.launch.BoundProcess;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauLauncher;
import org.plateaubench.launch.SutRecords;

/**
 * Starts a system under test, which is a service of a plugin or a program of the project, and returns when it answers.
 * It is stopped by the goal stop-sut or at the latest when Maven ends, for any reason.
 */
@Mojo(name = "start-sut", defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields.
public final class StartSutMojo extends PlateauMojo {
    /** The line by which the launcher reports that all SUTs run. */
    private static final String RUNNING = "until the end of standard input";

    private static final String PREFIX = "plateau.sut.";

    /** Name of the SUT, for the goal stop-sut and its log. Without it the service, or "sut". */
    @Parameter(property = "plateau.sut")
    private @Nullable String name;

    /** The service, as ./plateau plugins lists it, or a run file, whose embedded SUTs are started. */
    @Parameter
    private @Nullable String service;

    /** Parameters of the service. */
    @Parameter
    private Map<String, String> settings = Map.of();

    /** Command line of a program, instead of a service; @{NAME} in it is a property of this build. */
    @Parameter
    private @Nullable List<String> command;

    /** Environment variables of the program in addition to Maven's; @{NAME} in them is a property of this build. */
    @Parameter
    private Map<String, String> environment = Map.of();

    /** Names of properties that are set to free loopback ports, for the program and for later goals. */
    @Parameter
    private List<String> ports = List.of();

    /**
     * HTTP address that answers with a status below 500 when the program is ready; @{NAME} in it is a property of this
     * build.
     */
    @Parameter
    private @Nullable String readyUrl;

    /** Time within which the SUT must answer, in seconds. */
    @Parameter(defaultValue = "120")
    private int startSeconds;

    @Override
    void perform() throws LaunchFailure, InterruptedException, MojoExecutionException {
        if ((service == null) == (command == null)) {
            throw new MojoExecutionException(
                    "start-sut needs either 'service', a service of a plugin, or 'command', a program of the project.");
        }
        Properties properties = project().getProperties();
        for (String port : ports) {
            properties.setProperty(port, Integer.toString(freePort()));
        }
        if (service != null) {
            startService(service, properties);
        } else if (command != null) {
            startProgram(command, properties);
        }
    }

    private void startService(String given, Properties properties)
            throws LaunchFailure, InterruptedException, MojoExecutionException {
        Path suts = outputFolder().resolve("suts");
        List<String> arguments = new ArrayList<>(List.of("sut", "start", given, "--folder", suts.toString()));
        arguments.add(PlateauLauncher.UNTIL_INPUT_ENDS);
        if (name != null) {
            arguments.addAll(List.of("--name", name));
        }
        settings.forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + resolve(value, properties))));
        BoundProcess process = launcher(pluginFolders()).start(arguments);
        List<String> lines = new ArrayList<>();
        if (!process.awaitLine(RUNNING, Duration.ofSeconds(startSeconds), lines::add)) {
            process.close();
            throw new MojoExecutionException("The SUT " + given + " did not start within " + startSeconds + " s:"
                    + System.lineSeparator() + String.join(System.lineSeparator(), lines));
        }
        keep(name == null ? given : name, process);
        lines.forEach(getLog()::info);
        SutRecords.properties(suts)
                .forEach((sut, address) ->
                        address.forEach((key, value) -> properties.setProperty(PREFIX + sut + "." + key, value)));
    }

    private void startProgram(List<String> given, Properties properties)
            throws LaunchFailure, InterruptedException, MojoExecutionException {
        String sutName = name == null ? "sut" : name;
        File log = log(sutName);
        Map<String, String> variables = new LinkedHashMap<>();
        environment.forEach((key, value) -> variables.put(key, resolve(value, properties)));
        List<String> filled =
                given.stream().map(word -> resolve(word, properties)).toList();
        BoundProcess process =
                BoundProcess.startGuarded(filled, project().getBasedir().toPath(), variables, log);
        String address = readyUrl == null ? "" : resolve(readyUrl, properties);
        if (!new Readiness(address, process).await(Duration.ofSeconds(startSeconds))) {
            boolean wasRunning = process.isAlive();
            process.close();
            throw new MojoExecutionException("The SUT " + sutName
                    + (wasRunning
                            ? " did not answer at " + address + " within " + startSeconds + " s"
                            : " ended before it was ready")
                    + "; the end of its log " + log + ":" + System.lineSeparator() + endOf(log));
        }
        keep(sutName, process);
        getLog().info("The SUT " + sutName + " runs; its log is " + log);
    }

    private void keep(String sutName, BoundProcess process) {
        StartedSuts.in(getPluginContext()).add(sutName, process);
    }

    private File log(String sutName) throws LaunchFailure {
        try {
            return Files.createDirectories(outputFolder().resolve("suts"))
                    .resolve(sutName + ".log")
                    .toFile();
        } catch (IOException e) {
            throw new LaunchFailure(outputFolder() + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static String endOf(File log) throws LaunchFailure {
        try {
            List<String> lines = Files.readAllLines(log.toPath());
            return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            throw new LaunchFailure(log + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static int freePort() throws LaunchFailure {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new LaunchFailure("No loopback port is free: " + e.getMessage(), e);
        }
    }

    /** A program is ready when {@code address} answers; if that is empty, as soon as it runs. */
    private record Readiness(String address, BoundProcess process) {
        private static final long GAP_MILLIS = 100;
        private static final Duration ANSWER = Duration.ofSeconds(2);
        private static final int SERVER_ERROR = 500;

        /** Waits until the program answers; returns false if it ends or the time is over. */
        boolean await(Duration deadline) throws LaunchFailure, InterruptedException {
            if (address.isEmpty()) {
                return process.isAlive();
            }
            HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWER).build();
            for (long poll = 0; poll < deadline.toMillis() / GAP_MILLIS && process.isAlive(); poll++) {
                if (answers(client)) {
                    return true;
                }
                TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
            }
            return false;
        }

        private boolean answers(HttpClient client) throws LaunchFailure, InterruptedException {
            try {
                HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                        .timeout(ANSWER)
                        .build();
                return client.send(request, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        < SERVER_ERROR;
            } catch (IllegalArgumentException e) {
                throw new LaunchFailure("The parameter 'readyUrl' is not an HTTP address: " + e.getMessage(), e);
            } catch (IOException e) {
                return false;
            }
        }
    }

    /** The started SUTs, the last one first. Each ends with Maven's JVM at the latest, even if the build fails. */
    static final class StartedSuts {
        private static final String KEY = StartedSuts.class.getName();

        private final Deque<Started> all = new ArrayDeque<>();

        private record Started(String name, BoundProcess process) {}

        private StartedSuts() {}

        /** Returns the started SUTs of the project whose goals share the given context. */
        @SuppressWarnings({"unchecked", "rawtypes"}) // Maven's type.
        static StartedSuts in(Map context) {
            return (StartedSuts) context.computeIfAbsent(KEY, key -> new StartedSuts());
        }

        synchronized void add(String name, BoundProcess process) {
            all.push(new Started(name, process));
        }

        /** Stops the SUT with this name, or all if the name is empty; returns the number of stopped SUTs. */
        synchronized int stop(String name) {
            int stopped = 0;
            for (Started sut : all.toArray(Started[]::new)) {
                if (name.isEmpty() || sut.name().equals(name)) {
                    sut.process().close();
                    all.remove(sut);
                    stopped++;
                }
            }
            return stopped;
        }
    }
}
