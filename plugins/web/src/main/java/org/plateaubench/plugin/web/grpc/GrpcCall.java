// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.MethodDescriptor.MethodType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/**
 * The method and the messages of a step. Both become complete by {@link #bind}, which is called once before the first
 * call; any thread after that.
 */
final class GrpcCall {
    static final String CALL = "call";
    static final String MESSAGE = "message";
    static final String MESSAGES = "messages";

    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

    private final String name;
    private final Section step;
    private final List<Message> messages;
    private @Nullable Bound bound;

    /** A message as written, a mapping or JSON text, and its JSON, whose references are escaped. */
    private record Message(Object tree, Template json, String path) {}

    /** The message types of the method, and its constant messages; null for messages that depend on values. */
    private record Bound(
            GrpcTypes types,
            MethodDescriptor method,
            io.grpc.MethodDescriptor<byte[], byte[]> rpc,
            List<byte @Nullable []> constants) {}

    private GrpcCall(String name, Section step, List<Message> messages) {
        this.name = name;
        this.step = step;
        this.messages = messages;
    }

    static GrpcCall read(Section step, Scope scope) {
        String name = step.requiredText(CALL);
        if (!name.matches("[A-Za-z_][\\w.]*/[A-Za-z_]\\w*")) {
            step.problem(CALL, "'" + name + "' is not the name of a method.", "Write shop.Orders/Place, for example.");
        }
        if (step.has(MESSAGE) && step.has(MESSAGES)) {
            step.problem(MESSAGES, "There are both 'message' and 'messages'.", "Keep one of them.");
        }
        List<Message> messages = new ArrayList<>();
        if (step.has(MESSAGES)) {
            if (step.value(MESSAGES) instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    messages.add(message(list.get(i), MESSAGES, step.pathOf(MESSAGES) + "[" + i + "]", step, scope));
                }
            } else {
                step.problem(MESSAGES, "'messages' must be a list.", "Begin each message with '-'.");
            }
        } else {
            Object tree = step.has(MESSAGE) ? step.value(MESSAGE) : Map.of();
            messages.add(message(tree, MESSAGE, step.pathOf(MESSAGE), step, scope));
        }
        return new GrpcCall(name, step, List.copyOf(messages));
    }

    private static Message message(@Nullable Object tree, String key, String path, Section step, Scope scope) {
        if (!(tree instanceof Map) && !(tree instanceof String)) {
            step.problem(key, "A message must be a mapping of fields, or a JSON text.", "Write {name: value}.");
        }
        String json = tree instanceof String text ? text : GSON.toJson(tree);
        return new Message(tree == null ? "" : tree, scope.template(json, step, key), path);
    }

    String name() {
        return name;
    }

    String service() {
        return name.substring(0, Math.max(0, name.indexOf('/')));
    }

    /** Sets the description of the method, and returns the problems of the step. */
    List<Finding> bind(GrpcTypes types) {
        MethodDescriptor method = types.method(name);
        List<Finding> findings = new ArrayList<>();
        if (method == null) {
            findings.add(problem(
                    step.pathOf(CALL),
                    "There is no method '" + name + "'.",
                    "Use one of " + String.join(", ", types.names(service())) + "."));
            return findings;
        }
        if (!method.isClientStreaming() && step.has(MESSAGES)) {
            findings.add(problem(
                    step.pathOf(MESSAGES), "The method " + name + " takes one message.", "Write it as 'message'."));
        }
        List<byte @Nullable []> constants = new ArrayList<>();
        for (Message message : messages) {
            int findingsBefore = findings.size();
            check(message.tree(), method.getInputType(), message.path(), findings);
            String constant = message.json().constant();
            byte[] bytes = null;
            if (constant != null && findings.size() == findingsBefore) {
                try {
                    bytes = encode(constant, method.getInputType(), types);
                } catch (StepFailure e) {
                    findings.add(problem(message.path(), "This " + e.getMessage() + ".", "Correct it."));
                }
            }
            constants.add(bytes);
        }
        bound = new Bound(types, method, GrpcClient.method(name, type(method)), constants);
        return findings;
    }

    static MethodType type(MethodDescriptor method) {
        if (method.isClientStreaming()) {
            return method.isServerStreaming() ? MethodType.BIDI_STREAMING : MethodType.CLIENT_STREAMING;
        }
        return method.isServerStreaming() ? MethodType.SERVER_STREAMING : MethodType.UNARY;
    }

    private static Finding problem(String path, String message, String remedy) {
        return Finding.problem(message, remedy).about(path);
    }

    /** Checks the names of fields, at every depth. Well-known types of protobuf have special JSON forms. */
    private static void check(@Nullable Object tree, Descriptor type, String path, List<Finding> findings) {
        if (!(tree instanceof Map<?, ?> fields) || type.getFullName().startsWith("google.protobuf.")) {
            return;
        }
        fields.forEach((key, value) -> {
            String place = path + "." + key;
            FieldDescriptor field = field(type, String.valueOf(key));
            if (field == null) {
                TreeSet<String> names = new TreeSet<>();
                type.getFields().forEach(each -> names.add(each.getName()));
                findings.add(problem(
                        place,
                        "There is no field '" + key + "' in " + type.getFullName() + ".",
                        names.isEmpty() ? "Remove it." : "Use one of " + String.join(", ", names) + "."));
            } else if (field.isMapField()) {
                FieldDescriptor values = field.getMessageType().findFieldByName("value");
                if (value instanceof Map<?, ?> map && values.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                    map.forEach((name, each) -> check(each, values.getMessageType(), place + "." + name, findings));
                }
            } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                Collection<?> elements = value instanceof List<?> list ? list : List.of();
                int index = 0;
                for (Object each : elements) {
                    check(each, field.getMessageType(), place + "[" + index++ + "]", findings);
                }
                check(value, field.getMessageType(), place, findings);
            }
        });
    }

    private static @Nullable FieldDescriptor field(Descriptor type, String name) {
        FieldDescriptor field = type.findFieldByName(name);
        return field != null
                ? field
                : type.getFields().stream()
                        .filter(each -> each.getJsonName().equals(name))
                        .findFirst()
                        .orElse(null);
    }

    private static byte[] encode(String json, Descriptor type, GrpcTypes types) throws StepFailure {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        try {
            types.parser().merge(json, message);
        } catch (InvalidProtocolBufferException e) {
            throw StepFailure.error("invalid-message", "message cannot be sent: " + e.getMessage());
        }
        if (!message.isInitialized()) {
            throw StepFailure.error(
                    "invalid-message", "message lacks required fields: " + message.getInitializationErrorString());
        }
        return message.build().toByteArray();
    }

    private Bound bound() {
        return Objects.requireNonNull(bound, "bind must be called first");
    }

    io.grpc.MethodDescriptor<byte[], byte[]> method() {
        return bound().rpc();
    }

    List<byte[]> messages(Values values) throws StepFailure {
        List<byte[]> result = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            byte[] constant = bound().constants().get(i);
            if (constant != null) {
                result.add(constant);
                continue;
            }
            StringBuilder json = new StringBuilder();
            messages.get(i).json().append(values, json, GrpcCall::escape);
            result.add(encode(json.toString(), bound().method().getInputType(), bound().types()));
        }
        return result;
    }

    private static void escape(StringBuilder text, int from) {
        String quoted = GSON.toJson(text.substring(from));
        text.setLength(from);
        text.append(quoted, 1, quoted.length() - 1);
    }

    /** The message of an answer as JSON, or the list of all messages of a stream. */
    String responseJson(List<byte[]> answers) throws StepFailure {
        StringBuilder text = new StringBuilder();
        try {
            for (byte[] answer : answers) {
                text.append(text.isEmpty() ? "" : ",")
                        .append(bound().types().json(bound().method().getOutputType(), answer));
            }
        } catch (InvalidProtocolBufferException e) {
            throw StepFailure.error("invalid-message", "the answer cannot be read: " + e.getMessage());
        }
        return bound().method().isServerStreaming() ? "[" + text + "]" : text.toString();
    }

    String requestJson(byte[] message) {
        try {
            return bound().types().json(bound().method().getInputType(), message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }
}
