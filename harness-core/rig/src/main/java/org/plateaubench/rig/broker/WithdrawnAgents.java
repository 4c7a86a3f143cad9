// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig.broker;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends controllers the names of agents that the broker no longer admits. Another process withdraws credentials, so the
 * folder of the broker is polled. A controller whose connection is interrupted does not receive the first message, so
 * it is repeated for some seconds, unless the agent is admitted again. Thread-safe.
 */
final class WithdrawnAgents implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int TIMES = 20;

    private final BrokerFolder folder;
    private final Consumer<String> controllers;
    private final Map<String, Integer> pending = new HashMap<>();
    private final Thread looking;
    private byte[] users;
    private Map<String, String> admitted;

    WithdrawnAgents(BrokerFolder folder, Consumer<String> controllers) throws IOException {
        this.folder = folder;
        this.controllers = controllers;
        users = folder.userList();
        admitted = folder.agentKeys(users);
        looking = Thread.ofPlatform().daemon().name("plateau-withdrawn").start(this::look);
    }

    private void look() {
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
                read();
                pending.keySet().forEach(controllers);
                pending.replaceAll((agent, times) -> times - 1);
                pending.entrySet().removeIf(agent -> agent.getValue() <= 0 || admitted.containsKey(agent.getKey()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try {
            byte[] now = folder.userList();
            if (Arrays.equals(now, users)) {
                return;
            }
            Map<String, String> keys = folder.agentKeys(now);
            // A controller may have engaged it again; an agent with a new key is reported once.
            pending.keySet().removeIf(keys::containsKey);
            admitted.forEach((agent, key) -> {
                if (!key.equals(keys.get(agent))) {
                    pending.put(agent, TIMES);
                }
            });
            admitted = keys;
            users = now;
        } catch (IOException e) {
            // The file is being written; the next poll reads it.
            return;
        }
    }

    @Override
    public void close() {
        looking.interrupt();
    }
}
