// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.loader.ShownText;

/**
 * Starts and ends the agents of a rig on their hosts with the system's {@code ssh}, all at the same time. It never
 * prompts for input: keys and known hosts are those of the user's configuration. All operations are idempotent.
 * Stateless; any thread.
 */
public final class SshAgents {
    private static final int START_SECONDS = 120;
    private static final int END_SECONDS = 30;
    private static final int CONNECT_SECONDS = 10;
    /** The scripts poll every 0.2 s. */
    private static final int POLLS_PER_SECOND = 5;

    private static final int SSH_FAILED = 255;

    private SshAgents() {}

    /** Waits until the agents have reached their broker; returns a sentence for each that was not started. */
    public static List<String> up(RigSpec rig, @Nullable Path configuration, Consumer<String> results)
            throws IOException, InterruptedException {
        return runOnHosts(rig, configuration, "up.sh", START_SECONDS, results);
    }

    public static List<String> down(RigSpec rig, @Nullable Path configuration, Consumer<String> results)
            throws IOException, InterruptedException {
        return runOnHosts(rig, configuration, "down.sh", END_SECONDS, results);
    }

    private static List<String> runOnHosts(
            RigSpec rig, @Nullable Path configuration, String resource, int seconds, Consumer<String> results)
            throws IOException, InterruptedException {
        String script;
        try (InputStream in = Objects.requireNonNull(SshAgents.class.getResourceAsStream(resource))) {
            script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Map<String, RigSpec.Ssh> sshByAgent = new LinkedHashMap<>();
        rig.agents().forEach(agent -> {
            if (agent.ssh() != null) {
                sshByAgent.put(String.valueOf(agent.name()), agent.ssh());
            }
        });
        if (sshByAgent.isEmpty()) {
            throw new IOException("No agent of the rig has the key ssh, which defines where and how it is started.");
        }
        Map<String, String> failures = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        sshByAgent.forEach((name, ssh) -> threads.add(Thread.ofVirtual().start(() -> {
            try {
                results.accept("Agent " + name + " " + runScript(name, ssh, configuration, script, seconds) + ".");
            } catch (IOException e) {
                failures.put(name, String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                failures.put(name, "Agent " + name + ": cancelled.");
            }
        })));
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            threads.forEach(Thread::interrupt);
        }
        return sshByAgent.keySet().stream()
                .flatMap(name -> Stream.ofNullable(failures.get(name)))
                .toList();
    }

    private static String runScript(
            String name, RigSpec.Ssh ssh, @Nullable Path configuration, String script, int seconds)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("plateau-ssh-", ".txt");
        // In a separate file, because ssh merges both streams of a host in no particular order.
        Path errors = Files.createTempFile("plateau-ssh-", ".err");
        Path input = Files.createTempFile("plateau-ssh-", ".sh");
        Process process = null;
        try {
            Files.writeString(input, variables(name, ssh, seconds) + script);
            process = new ProcessBuilder(command(ssh, configuration))
                    .redirectInput(input.toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            boolean isOver = process.waitFor(seconds + 2L * CONNECT_SECONDS, TimeUnit.SECONDS);
            String printed = Files.readString(output, StandardCharsets.UTF_8).strip();
            String response = ShownText.of((printed + "\n" + Files.readString(errors, StandardCharsets.UTF_8)).strip());
            if (!isOver) {
                throw new IOException("Agent " + name + ": ssh to " + ssh.to() + " has not ended within "
                        + (seconds + 2 * CONNECT_SECONDS) + " s. " + response);
            }
            if (process.exitValue() == SSH_FAILED) {
                throw new IOException("Agent " + name + ": ssh does not reach " + ssh.to() + ": " + response);
            }
            if (process.exitValue() != 0) {
                throw new IOException("Agent " + name + " on " + ssh.to() + ": " + response);
            }
            // The output of the host's own login comes before the result.
            return ShownText.of(printed.substring(printed.lastIndexOf('\n') + 1)) + ", on " + ssh.to();
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(output);
            Files.deleteIfExists(errors);
            Files.deleteIfExists(input);
        }
    }

    private static List<String> command(RigSpec.Ssh ssh, @Nullable Path configuration) {
        List<String> command = new ArrayList<>(List.of("ssh", "-o", "BatchMode=yes"));
        command.addAll(List.of("-o", "ConnectTimeout=" + CONNECT_SECONDS));
        command.addAll(List.of("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3"));
        if (configuration != null) {
            command.addAll(List.of("-F", configuration.toAbsolutePath().toString()));
        }
        if (ssh.port() != null) {
            command.addAll(List.of("-p", Integer.toString(ssh.port())));
        }
        command.addAll(List.of("--", ssh.to(), "sh", "-s"));
        return command;
    }

    /** The values of the rig as variables of the script; they are never part of a command line. */
    private static String variables(String name, RigSpec.Ssh ssh, int seconds) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("NAME", name);
        variables.put("PLATEAU", ssh.plateau());
        variables.put("CREDENTIALS", ssh.credentials());
        variables.put("ALLOW", ssh.allow() == null ? "" : ssh.allow());
        variables.put("TRIES", Integer.toString(POLLS_PER_SECOND * seconds));
        StringBuilder text = new StringBuilder();
        variables.forEach((variable, value) -> text.append(variable)
                .append("='")
                .append(value.replace("'", "'\\''"))
                .append("'\n"));
        return text.toString();
    }
}
