// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.value.StepFailure;

/** The answer to a call: its status, its metadata and its messages, which become JSON when that is first used. */
final class GrpcAnswer {
    private final Status status;
    private final Metadata metadata;
    private final int count;
    private final List<byte[]> messages;
    private @Nullable MethodDescriptor method;
    private @Nullable GrpcTypes types;
    private boolean isStream;
    private byte @Nullable [] json;

    /** An answer with the metadata before and after the messages, and the messages if they were kept. */
    GrpcAnswer(Status status, Metadata metadata, int count, List<byte[]> messages) {
        this.status = status;
        this.metadata = metadata;
        this.count = count;
        this.messages = messages;
    }

    /** The same answer with the description of its messages; its JSON may be the list of all messages. */
    GrpcAnswer of(MethodDescriptor called, GrpcTypes types, boolean hasList) {
        isStream = hasList;
        method = called;
        this.types = types;
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
        MethodDescriptor called = method;
        if (called == null || types == null) {
            throw new IllegalStateException("nothing describes the answer");
        }
        StringBuilder text = new StringBuilder();
        try {
            for (byte[] message : messages) {
                text.append(text.isEmpty() ? "" : ",")
                        .append(types.printer().print(DynamicMessage.parseFrom(called.getOutputType(), message)));
            }
        } catch (InvalidProtocolBufferException e) {
            throw StepFailure.error("invalid-message", "the answer cannot be read: " + e.getMessage());
        }
        return isStream ? "[" + text + "]" : text.toString();
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
