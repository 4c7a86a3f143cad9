// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig.broker;

import java.io.IOException;
import java.time.Duration;
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
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int TIMES = 10;

    private final BrokerFolder folder;
    private final Consumer<String> controllers;
    private final Map<String, Integer> pending = new HashMap<>();
    private final Thread looking;
    private Map<String, String> admitted;

    WithdrawnAgents(BrokerFolder folder, Consumer<String> controllers) throws IOException {
        this.folder = folder;
        this.controllers = controllers;
        admitted = folder.agentKeys();
        looking = Thread.ofPlatform().daemon().name("plateau-withdrawn").start(this::look);
    }

    private void look() {
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
                read();
                pending.keySet().forEach(controllers);
                pending.replaceAll((agent, times) -> times - 1);
                pending.values().removeIf(times -> times <= 0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try {
            Map<String, String> now = folder.agentKeys();
            admitted.forEach((agent, key) -> {
                if (!key.equals(now.get(agent))) {
                    // An agent with a new key is reported once, since a controller may engage it again.
                    pending.put(agent, now.containsKey(agent) ? 1 : TIMES);
                }
            });
            now.keySet().stream().filter(agent -> !admitted.containsKey(agent)).forEach(pending::remove);
            admitted = now;
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
