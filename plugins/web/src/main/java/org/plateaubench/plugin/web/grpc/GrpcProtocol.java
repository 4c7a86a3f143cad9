// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.plateaubench.api.Finding;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.Template;

/** The step of gRPC, a call. Keeps the calls of one scenario until their methods are known. */
final class GrpcProtocol implements Protocol<GrpcClient> {
    private static final String ANSWERS = "answers";
    private static final String METADATA = "metadata";
    private static final String DEADLINE = "deadline";
    private static final int MAX_ANSWERS = 1_000_000;

    static final List<Key> KEYS = Stream.concat(
                    Stream.of(
                            Key.any(
                                    GrpcCall.MESSAGE,
                                    "The message: a mapping of its fields, or a JSON text; empty by default."),
                            Key.list(GrpcCall.MESSAGES, "The messages of a method that takes a stream."),
                            Key.mapping(METADATA, "Metadata by name."),
                            Key.text(
                                    DEADLINE, "Time for the whole call, of which the server is told; none by default."),
                            Key.number(
                                    ANSWERS,
                                    "Number of messages of an answer after which a stream is ended by the user.")),
                    GrpcAnswers.ANSWERS.keys().stream())
            .toList();

    private final Map<String, String> metadata;
    private final List<GrpcCall> calls = new ArrayList<>();

    /** The steps of a scenario, with the metadata of every call. */
    GrpcProtocol(Map<String, String> metadata) {
        this.metadata = metadata;
    }

    @Override
    public List<StepType> stepTypes() {
        return List.of(new StepType(Key.text(GrpcCall.CALL, "Calls a method, such as shop.Orders/Place."), KEYS));
    }

    Set<String> services() {
        Set<String> services = new TreeSet<>();
        calls.forEach(call -> services.add(call.service()));
        return services;
    }

    /** Takes the descriptions of the methods, and returns what is wrong with the calls. */
    List<Finding> bind(GrpcTypes types) {
        return calls.stream().flatMap(call -> call.bind(types).stream()).toList();
    }

    @Override
    public Action<GrpcClient> compile(String type, Section step, Scope scope) {
        GrpcCall call = GrpcCall.read(step, scope);
        calls.add(call);
        return new GrpcAction(
                call,
                metadata(step.section(METADATA), scope),
                step.nanos(DEADLINE).orElse(0L),
                (int) step.span(ANSWERS, new Span(Integer.MAX_VALUE, Integer.MAX_VALUE), 1, MAX_ANSWERS)
                        .max(),
                AnswerKeys.checks(step, GrpcAnswers.STATUS),
                GrpcAnswers.ANSWERS.read(step, scope),
                GrpcAnswers.readMessages(step));
    }

    private Map<String, Template> metadata(Section section, Scope scope) {
        Map<String, Template> all = new TreeMap<>();
        metadata.forEach((name, value) -> all.put(name, Template.of(value)));
        for (String name : section.names()) {
            Template value = scope.template(section.requiredText(name), section, name);
            String constant = value.constant();
            String wrong = GrpcAnswers.problem(name, constant == null ? "" : constant);
            if (!wrong.isEmpty()) {
                section.problem(name, wrong, "Correct or remove it.");
            }
            all.put(name, value);
        }
        return all;
    }
}
