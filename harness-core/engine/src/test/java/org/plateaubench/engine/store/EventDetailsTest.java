// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.SchemaFaults;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.ComparedData;
import org.plateaubench.engine.run.event.EventDetails.CountedData;
import org.plateaubench.engine.run.event.EventDetails.DataPrepared;
import org.plateaubench.engine.run.event.EventDetails.SutFailure;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SutIncarnation;

/** The stored form of event details; malformed details are ignored when they are read. */
final class EventDetailsTest {
    /** Types whose events are written with and without details. */
    private static final Set<EventType> WITH_OPTIONAL_DETAILS = EnumSet.of(EventType.SUT_FAILED, EventType.FAULT);

    private static final Map<EventDetails, String> FORMS = forms();

    @TempDir
    private Path runs;

    private static Map<EventDetails, String> forms() {
        Map<EventDetails, String> forms = new LinkedHashMap<>();
        forms.put(new EventDetails.PhaseBegan("ramp-up"), """
                {"name":"ramp-up"}""");
        forms.put(new EventDetails.SutFailed(SutFailure.AT_THE_END), """
                {"when":"at-the-end"}""");
        forms.put(new DataPrepared(DataPrepared.State.BEGUN), """
                {"state":"begun"}""");
        forms.put(
                new CountedData(
                        List.of(new SutIncarnation("127.0.0.1:6379", "run 7", "")),
                        new TreeMap<>(Map.of("rows", "12", "keys", "3"))),
                """
                {"incarnations":[{"server":"127.0.0.1:6379","identity":"run 7","since":""}],\
                "baseline":{"keys":"3","rows":"12"}}""");
        forms.put(new EventDetails.AgentProcess(4711, "lab1"), """
                {"processId":4711,"host":"lab1"}""");
        forms.put(new EventDetails.HostObserved("lab1", false), """
                {"host":"lab1","drivesLoad":false}""");
        forms.put(new EventDetails.SourceRead("redis"), """
                {"kind":"redis"}""");
        forms.put(new EventDetails.Resumed(7), """
                {"intervals":7}""");
        forms.put(new EventDetails.Interrupted("ramp-down"), """
                {"how":"ramp-down"}""");
        forms.put(ComparedData.of(Reconciliation.grown("rows", 5, 15, 10, 1), ""), """
                {"what":"rows","before":5,"after":15,"expected":10,"actual":10,"uncertain":1,"met":true,\
                "kind":"sum","untested":"","restarted":""}""");
        forms.put(
                ComparedData.of(Reconciliation.items("keys", 3, 2, 0).asUntested("Evicted."), "One was restarted."),
                """
                {"what":"keys","expected":3,"actual":2,"uncertain":0,"met":false,\
                "kind":"things","untested":"Evicted.","restarted":"One was restarted."}""");
        forms.put(new EventDetails.Prevented("reconciliation"), """
                {"during":"reconciliation"}""");
        forms.put(new EventDetails.RunEnded("completed", "", false), """
                {"status":"completed"}""");
        forms.put(new EventDetails.RunEnded("interrupted", "user ada", true), """
                {"status":"interrupted","by":"user ada","fault":true}""");
        return forms;
    }

    @Test
    void everyEventTypeIsReadBack() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            Set<EventType> withoutDetails = EnumSet.allOf(EventType.class);
            FORMS.keySet().forEach(details -> withoutDetails.remove(EventType.of(details)));
            withoutDetails.addAll(WITH_OPTIONAL_DETAILS);
            List<EventDetails> written = new ArrayList<>(FORMS.keySet());
            written.addAll(withoutDetails);
            written.forEach(event -> run.writer.event(event, "", "Something."));
            assertThat(Files.readAllLines(run.folder.file(StoredFile.EVENTS)))
                    .isEqualTo(written.stream()
                            .map(event -> "{\"at\":\"2026-11-21T01:16:25Z\",\"runNanos\":0,\"type\":\""
                                    + EventType.of(event).label()
                                    + "\",\"scope\":\"\",\"message\":\"Something.\",\"details\":"
                                    + FORMS.getOrDefault(event, "{}") + "}")
                            .toList());
            String closed = closedDefinitions(RunEvent.jsonSchema());
            assertThat(Files.readAllLines(run.folder.file(StoredFile.EVENTS)))
                    .allSatisfy(
                            line -> assertThat(SchemaFaults.of(closed, line)).isEmpty())
                    .allSatisfy(line -> assertThat(
                                    SchemaFaults.of(closed, line.replace("\"details\":{\"", "\"details\":{\"un")))
                            .matches(faults -> faults.isEmpty() == line.endsWith("{}}")));
            List<RunEvent> read = run.read().events();
            for (int i = 0; i < FORMS.size(); i++) {
                assertThat(details(read.get(i), written.get(i).getClass())).isEqualTo(written.get(i));
            }
        }
    }

    /** A schema by which details have no field that it does not name. */
    private static String closedDefinitions(String schema) {
        int definitions = schema.indexOf("\"definitions\"");
        return schema.substring(0, definitions)
                + schema.substring(definitions)
                        .replace("\"properties\" :", "\"additionalProperties\" : false, \"properties\" :");
    }

    @Test
    void malformedDetailsAreIgnored() {
        assertThat(details(event("phase", Map.of("name", 7)))).isNull();
        assertThat(details(event("sut-failed", Map.of()))).isNull();
        assertThat(details(event("agent-process", Map.of("host", "lab"))))
                .isEqualTo(new EventDetails.AgentProcess(0, "lab"));
    }

    @Test
    void eventHasDetailsOfTheMatchingTypeOnly() {
        RunEvent event = event("phase", Map.of("name", "steady", "how", "stop"));
        assertThat(event.is(EventType.PHASE)).isTrue();
        assertThat(event.as(EventDetails.Interrupted.class)).isEmpty();
        assertThat(event("of-a-later-version", Map.of("name", "steady")).as(EventDetails.PhaseBegan.class))
                .isEmpty();
    }

    private static RunEvent event(String type, Map<String, Object> details) {
        return new RunEvent(Instant.EPOCH, 0L, type, "", "Something.", details);
    }

    private static @Nullable EventDetails details(RunEvent event) {
        Class<?> kind = FORMS.keySet().stream()
                .filter(details -> event.is(EventType.of(details)))
                .findFirst()
                .orElseThrow()
                .getClass();
        return details(event, kind.asSubclass(EventDetails.class));
    }

    private static @Nullable EventDetails details(RunEvent event, Class<? extends EventDetails> kind) {
        return event.as(kind).orElse(null);
    }
}
