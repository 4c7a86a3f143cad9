// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Problem;

/**
 * What is being done with SUTs, in the background: one thing at a time for each name, none longer than a deadline. What
 * runs by then goes on when the console ends. Any thread.
 */
final class SutWork implements AutoCloseable {
    /** A first start may have to fetch a server. */
    private static final Duration DEADLINE = Duration.ofMinutes(20);

    private static final Duration END = Duration.ofSeconds(10);

    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("console-sut-deadline").factory());

    /** What can be done. */
    enum Kind {
        STARTING,
        STOPPING,
        CLEARING
    }

    /** Does it. */
    @FunctionalInterface
    interface Task {
        /** Works, and says what it is doing when that changes. */
        void run(Consumer<String> activities) throws Exception;
    }

    /** What is, or was last, done with a SUT. */
    static final class Job {
        private final Kind kind;
        private final String service;
        private volatile String activity = "";
        private volatile @Nullable String failure;
        private volatile boolean isDone;
        private volatile @Nullable Thread thread;
        private volatile @Nullable Future<?> deadline;

        private Job(Kind kind, String service) {
            this.kind = kind;
            this.service = service;
        }

        Kind kind() {
            return kind;
        }

        String service() {
            return service;
        }

        String activity() {
            return activity;
        }

        boolean isDone() {
            return isDone;
        }

        /** Why it came to nothing, once it is done. */
        Optional<String> failure() {
            return Optional.ofNullable(failure);
        }

        private void run(String name, Task task) {
            try {
                task.run(text -> activity = text);
            } catch (InterruptedException e) {
                failure = "SUT " + name + ": " + word() + " was given up.";
            } catch (Exception e) {
                String message = e.getMessage();
                failure = message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
            } catch (LinkageError e) {
                failure = "The plugin fails: " + e;
            } finally {
                isDone = true;
                Future<?> timer = deadline;
                if (timer != null) {
                    timer.cancel(false);
                }
            }
        }

        /** Whether there was something to give up. */
        private boolean giveUp() {
            Thread worker = thread;
            if (isDone || worker == null) {
                return false;
            }
            worker.interrupt();
            return true;
        }

        private String word() {
            return switch (kind) {
                case STARTING -> "starting";
                case STOPPING -> "stopping";
                case CLEARING -> "clearing";
            };
        }
    }

    /**
     * Begins something.
     *
     * @throws Problem 409 when something is being done with that SUT
     */
    synchronized void begin(String name, Kind kind, String service, Task task) {
        Job before = jobs.get(name);
        if (before != null && !before.isDone()) {
            throw Problem.conflict("SUT " + name + " is busy: " + before.word() + ".");
        }
        Job job = new Job(kind, service);
        jobs.put(name, job);
        Thread thread = Thread.ofPlatform().daemon().name("console-sut-" + name).unstarted(() -> job.run(name, task));
        job.thread = thread;
        job.deadline = deadlines.schedule(thread::interrupt, DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        thread.start();
    }

    /** Gives up a start that is going on; whether there was one. */
    boolean giveUpStart(String name) {
        Job job = jobs.get(name);
        return job != null && job.kind() == Kind.STARTING && job.giveUp();
    }

    /** What is being done, or was done last and came to nothing, by name of the SUT. */
    Map<String, Job> all() {
        Map<String, Job> result = new TreeMap<>(jobs);
        result.values().removeIf(job -> job.isDone() && job.failure().isEmpty());
        return result;
    }

    @Override
    public void close() {
        deadlines.shutdownNow();
        jobs.values().forEach(Job::giveUp);
        try {
            for (Job job : jobs.values()) {
                Thread thread = job.thread;
                if (thread != null) {
                    thread.join(END);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
