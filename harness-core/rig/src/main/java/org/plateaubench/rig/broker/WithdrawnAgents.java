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
 * Sends controllers the names of agents that the broker admits no more. Another process withdraws credentials, so that the folder of the broker is
 * looked at. A controller whose connection is interrupted does not receive the first message, so it is repeated for some seconds,
 * unless the agent is admitted again. Any thread.
 */
final class WithdrawnAgents implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int TIMES = 20;

    private final BrokerFolder folder;
    private final Consumer<String> controllers;
    private final Map<String, Integer> untold = new HashMap<>();
    private final Thread looking;
    private byte[] users;
    private Map<String, String> admitted;

    /**
     * Begins to look.
     *
     * @param folder folder of the broker
     * @param controllers is given the name of an agent
     * @throws IOException with a sentence for a person when the folder cannot be read
     */
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
                untold.keySet().forEach(controllers);
                untold.replaceAll((agent, times) -> times - 1);
                untold.entrySet().removeIf(agent -> agent.getValue() <= 0 || admitted.containsKey(agent.getKey()));
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
            // A controller may have engaged it again; one whose key is another now is notified once.
            untold.keySet().removeIf(keys::containsKey);
            admitted.forEach((agent, key) -> {
                if (!key.equals(keys.get(agent))) {
                    untold.put(agent, TIMES);
                }
            });
            admitted = keys;
            users = now;
        } catch (IOException e) {
            // It is being written; the next look reads it.
            return;
        }
    }

    @Override
    public void close() {
        looking.interrupt();
    }
}
