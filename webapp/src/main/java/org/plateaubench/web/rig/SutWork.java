// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.web.http.Problem;

/**
 * Actions on SUTs in the background: one at a time for each name, each with a deadline. A SUT that runs continues when
 * the console ends. Thread-safe.
 */
final class SutWork implements AutoCloseable {
    /** Time limit of an action: a first start may have to download a server. */
    private static final Duration DEADLINE = Duration.ofMinutes(20);

    private static final Duration END = Duration.ofSeconds(10);

    private final Map<String, Job> jobs = new ConcurrentHashMap<>();

    enum Kind {
        STARTING,
        STOPPING,
        CLEARING
    }

    @FunctionalInterface
    interface Task {
        /** Does the work, and reports changes of its activity. */
        void run(Consumer<String> activities) throws Exception;
    }

    /** The present or last action on a SUT. */
    static final class Job {
        private final Kind kind;
        private final String service;
        private final Thread thread;
        private volatile String activity = "";
        private volatile @Nullable String failure;

        private Job(String name, Kind kind, String service, Task task) {
            this.kind = kind;
            this.service = service;
            thread = Thread.ofPlatform().daemon().name("console-sut-" + name).unstarted(() -> run(name, task));
        }

        String service() {
            return service;
        }

        String activity() {
            return activity;
        }

        boolean isDone() {
            return !thread.isAlive();
        }

        /** Returns why the action failed, once it has ended. */
        Optional<String> failure() {
            return Optional.ofNullable(failure);
        }

        private void run(String name, Task task) {
            try {
                task.run(text -> activity = text);
            } catch (InterruptedException e) {
                failure = "SUT " + name + ": " + word() + " was cancelled.";
            } catch (Exception e) {
                String message = e.getMessage();
                failure = message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
            } catch (LinkageError e) {
                failure = "The plugin fails: " + e;
            }
        }

        /** Cancels the action; returns whether it was in progress. */
        private boolean cancel() {
            boolean isInProgress = !isDone();
            thread.interrupt();
            return isInProgress;
        }

        /** Returns the activity, as the API names the state of its SUT. */
        String word() {
            return Documents.word(kind);
        }
    }

    /** Begins an action; Problem 409 when an action on that SUT is in progress. */
    synchronized void begin(String name, Kind kind, String service, Task task) {
        Job before = jobs.get(name);
        if (before != null && !before.isDone()) {
            throw Problem.conflict("SUT " + name + " is busy: " + before.word() + ".");
        }
        Job job = new Job(name, kind, service, task);
        job.thread.start();
        jobs.put(name, job);
        Thread.ofVirtual().start(() -> {
            try {
                if (!job.thread.join(DEADLINE)) {
                    job.thread.interrupt();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Cancels a start in progress; returns whether there was one. */
    boolean cancelStart(String name) {
        Job job = jobs.get(name);
        return job != null && job.kind == Kind.STARTING && job.cancel();
    }

    /** Returns the actions in progress, and the last ones that failed, by name of the SUT. */
    Map<String, Job> all() {
        Map<String, Job> result = new TreeMap<>(jobs);
        result.values().removeIf(job -> job.isDone() && job.failure().isEmpty());
        return result;
    }

    @Override
    public void close() {
        jobs.values().forEach(Job::cancel);
        try {
            for (Job job : jobs.values()) {
                job.thread.join(END);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
