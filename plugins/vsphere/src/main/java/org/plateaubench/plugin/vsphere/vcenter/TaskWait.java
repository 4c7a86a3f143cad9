// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vcenter;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.vsphere.operations.MachinePlatform.TaskResult;
import org.plateaubench.plugin.vsphere.operations.ManagedObject;
import org.plateaubench.plugin.vsphere.operations.VimException;

/**
 * Waits until a task has ended. The server reports the end when it happens, so that polling is not necessary. Not
 * thread-safe.
 */
final class TaskWait {
    /** Time after which the server answers even if there is no update. */
    private static final long MOST_SECONDS_A_CALL = 30;

    private static final Duration GRACE = Duration.ofSeconds(15);

    private final SoapConnection connection;
    private final ManagedObject collector;
    private final Duration callLimit;

    TaskWait(SoapConnection connection, ManagedObject collector, Duration callLimit) {
        this.connection = connection;
        this.collector = collector;
        this.callLimit = callLimit;
    }

    /**
     * Waits for the result of a task.
     *
     * @throws VimException if the task has failed
     * @throws IOException if it has not ended within the limit; the server may still continue it
     */
    TaskResult await(ManagedObject task, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        ManagedObject filter = connection
                .call(
                        "CreateFilter",
                        collector,
                        text -> text.element(
                                        "spec",
                                        () -> PropertyCollector.specification(
                                                text, task, "Task", List.of("info"), false))
                                .value("partialUpdates", false),
                        callLimit)
                .required("returnval")
                .reference();
        try {
            String version = "";
            while (true) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new IOException(
                            "The task " + task.id() + " has not ended within " + limit.toMillis() + " ms.");
                }
                long seconds = Math.clamp(Duration.ofNanos(left).toSeconds(), 1, MOST_SECONDS_A_CALL);
                Optional<XmlElement> news = updates(version, seconds);
                if (news.isPresent()) {
                    version = news.get().text("version");
                    TaskResult result = result(news.get());
                    if (result != null) {
                        return result;
                    }
                }
            }
        } finally {
            forget(filter);
        }
    }

    private void forget(ManagedObject filter) throws InterruptedException {
        try {
            connection.call("DestroyPropertyFilter", filter, text -> {}, callLimit);
        } catch (IOException e) {
            // The result of the task is already known, and the filter ends with the session.
            return;
        }
    }

    private Optional<XmlElement> updates(String version, long seconds) throws IOException, InterruptedException {
        return connection
                .call(
                        "WaitForUpdatesEx",
                        collector,
                        text -> text.value("version", version)
                                .element("options", () -> text.value("maxWaitSeconds", seconds)),
                        GRACE.plusSeconds(seconds))
                .child("returnval");
    }

    /** The result in an update, which contains only the task; null if the task is queued or running. */
    private static @Nullable TaskResult result(XmlElement update) throws IOException {
        Optional<XmlElement> info = update.child("filterSet", "objectSet", "changeSet", "val");
        String state = info.map(found -> found.text("state")).orElse("");
        if (state.equals("error")) {
            throw failure(info.get());
        }
        return state.equals("success") ? done(info.get()) : null;
    }

    private static TaskResult done(XmlElement info) throws IOException {
        Instant queued = instant(info.text("queueTime"));
        Instant started = instant(info.text("startTime"));
        Instant completed = instant(info.text("completeTime"));
        ManagedObject made = info.child("result")
                .filter(value -> value.instanceType().equals("ManagedObjectReference"))
                .map(XmlElement::reference)
                .orElse(null);
        return new TaskResult(between(queued, started), between(started, completed), made);
    }

    private static Duration between(Instant from, Instant to) {
        return to.isBefore(from) ? Duration.ZERO : Duration.between(from, to);
    }

    /** Parses an instant of the API, such as {@code 2026-11-26T01:02:03.456789Z}. */
    static Instant instant(String text) throws IOException {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IOException("The server answers '" + text + "' instead of a time.", e);
        }
    }

    private static VimException failure(XmlElement info) {
        Optional<XmlElement> why = info.child("error", "fault");
        String fault = why.map(XmlElement::instanceType)
                .filter(type -> !type.isEmpty())
                .orElse("unknown fault");
        String said = info.text("error", "localizedMessage").replaceFirst("\\.$", "");
        return new VimException(
                fault,
                "The task failed: " + fault + (said.isEmpty() ? "" : ", " + said) + "."
                        + why.map(SoapConnection::missingPrivileges).orElse(""));
    }
}
