// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.value.StepFailure;

/** The answer to a call: its status, its metadata and its messages, which become JSON when that is first used. */
final class GrpcAnswer {
    private final Status status;
    private final Metadata metadata;
    private final int count;
    private final List<byte[]> messages;
    private @Nullable GrpcCall call;
    private byte @Nullable [] json;

    /** An answer with the metadata before and after the messages, and the messages if they were kept. */
    GrpcAnswer(Status status, Metadata metadata, int count, List<byte[]> messages) {
        this.status = status;
        this.metadata = metadata;
        this.count = count;
        this.messages = messages;
    }

    /** The same answer with the call, which describes its messages. */
    GrpcAnswer of(GrpcCall made) {
        call = made;
        return this;
    }

    Status status() {
        return status;
    }

    int count() {
        return count;
    }

    List<byte[]> messages() {
        return messages;
    }

    @Nullable
    String metadata(Metadata.Key<String> name) {
        return metadata.get(name);
    }

    /** The message as JSON of UTF-8; a list of all messages of a stream. Empty if there is none. */
    byte[] json() throws StepFailure {
        byte[] known = json;
        if (known == null) {
            known = text().getBytes(StandardCharsets.UTF_8);
            json = known;
        }
        return known;
    }

    String text() throws StepFailure {
        return Objects.requireNonNull(call).answered(messages);
    }

    static Outcome failure(Status status) {
        return Outcome.error(errorClass(status), sentence(status));
    }

    /** The error class of a status, such as {@code status-not-found}. */
    static String errorClass(Status status) {
        return "status-" + status.getCode().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String sentence(Status status) {
        Throwable cause = status.getCause();
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String description = status.getDescription();
        String why = cause != null && cause.getMessage() != null
                ? cause.getMessage()
                : description == null ? "" : description.lines().findFirst().orElse("");
        return status.getCode() + (why.isEmpty() ? "" : ": " + why);
    }
}
