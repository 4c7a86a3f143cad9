// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** The draws of the schedule, in the line of an interval. Runs of earlier versions have none. */
final class ScheduleCodec {
    private static final String DRAWS = "draws";
    private static final String FLOW = "flow";
    private static final String IN_FLIGHT = "inFlight";
    private static final String ATTENDANCE = "attendance";

    private ScheduleCodec() {}

    static void put(Map<String, Object> tree, ScheduleInterval schedule) {
        ScheduleInterval.Flow flow = schedule.flow();
        if (flow == null) {
            return;
        }
        tree.put(DRAWS, schedule.draws().stream().map(ScheduleCodec::draws).toList());
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("ended", flow.ended());
        values.put("busyNanos", flow.busyNanos());
        values.put("idleNanos", flow.idleNanos());
        values.put("errorServiceNanos", flow.errorServiceNanos());
        values.put("pendingNanos", flow.pendingNanos());
        ScheduleInterval.InFlight inFlight = flow.inFlight();
        if (inFlight != null) {
            values.put(IN_FLIGHT, inFlight(inFlight));
        }
        tree.put(FLOW, values);
        if (!schedule.attendance().isEmpty()) {
            tree.put(
                    ATTENDANCE,
                    schedule.attendance().stream()
                            .map(ScheduleCodec::attendance)
                            .toList());
        }
    }

    private static Map<String, Object> attendance(Attendance attendance) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("window", attendance.window().label());
        tree.put("lengthNanos", attendance.lengthNanos());
        tree.put("askedNanos", attendance.askedNanos());
        tree.put("connectedNanos", attendance.connectedNanos());
        tree.put("joiningNanos", attendance.joiningNanos());
        tree.put("awayNanos", attendance.awayNanos());
        return tree;
    }

    private static Attendance readAttendance(Map<String, Object> tree) {
        return new Attendance(
                PhaseWindow.parse(Tree.text(tree, "window")),
                Tree.number(tree, "lengthNanos"),
                Tree.number(tree, "askedNanos"),
                Tree.number(tree, "connectedNanos"),
                Tree.number(tree, "joiningNanos"),
                Tree.number(tree, "awayNanos"));
    }

    private static Map<String, Object> inFlight(ScheduleInterval.InFlight inFlight) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("samples", inFlight.samples());
        values.put("sum", inFlight.sum());
        values.put("squares", inFlight.squares());
        values.put("most", inFlight.most());
        values.put("handBackNanos", inFlight.handBackNanos());
        values.put("ageNanos", inFlight.ageNanos());
        values.put("moved", inFlight.moved());
        return values;
    }

    static ScheduleInterval read(Map<String, Object> tree) {
        if (!tree.containsKey(FLOW)) {
            return ScheduleInterval.UNKNOWN;
        }
        List<ScheduleInterval.Draws> draws =
                Tree.objects(tree, DRAWS).stream().map(ScheduleCodec::readDraws).toList();
        List<Attendance> attendance = tree.containsKey(ATTENDANCE)
                ? Tree.objects(tree, ATTENDANCE).stream()
                        .map(ScheduleCodec::readAttendance)
                        .toList()
                : List.of();
        return new ScheduleInterval(draws, readFlow(Tree.object(tree.get(FLOW))), attendance);
    }

    private static ScheduleInterval.@Nullable Flow readFlow(Map<String, Object> flow) {
        return new ScheduleInterval.Flow(
                Tree.number(flow, "ended"),
                Tree.number(flow, "busyNanos"),
                Tree.number(flow, "idleNanos"),
                Tree.number(flow, "errorServiceNanos"),
                Tree.number(flow, "pendingNanos"),
                flow.containsKey(IN_FLIGHT) ? readInFlight(Tree.object(flow.get(IN_FLIGHT))) : null);
    }

    private static ScheduleInterval.InFlight readInFlight(Map<String, Object> values) {
        return new ScheduleInterval.InFlight(
                Tree.number(values, "samples"),
                Tree.number(values, "sum"),
                Tree.number(values, "squares"),
                Tree.number(values, "most"),
                Tree.number(values, "handBackNanos"),
                Tree.number(values, "ageNanos"),
                Tree.number(values, "moved"));
    }

    private static Map<String, Object> draws(ScheduleInterval.Draws draws) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("window", draws.window().label());
        tree.put("choices", keyed(draws.choices()));
        tree.put("gapNanos", keyed(draws.gapNanos()));
        tree.put("freeGaps", draws.freeGaps().count());
        tree.put("drawnFreeGapNanos", draws.freeGaps().drawnNanos());
        tree.put("actualFreeGapNanos", draws.freeGaps().actualNanos());
        return tree;
    }

    private static ScheduleInterval.Draws readDraws(Map<String, Object> tree) {
        return new ScheduleInterval.Draws(
                PhaseWindow.parse(Tree.text(tree, "window")),
                numbered(Tree.numbers(tree, "choices")),
                numbered(Tree.numbers(tree, "gapNanos")),
                new ScheduleInterval.Gaps(
                        Tree.number(tree, "freeGaps"),
                        Tree.number(tree, "drawnFreeGapNanos"),
                        Tree.number(tree, "actualFreeGapNanos")));
    }

    private static Map<String, Long> keyed(Map<Integer, Long> counts) {
        Map<String, Long> tree = new LinkedHashMap<>();
        counts.forEach((cell, count) -> tree.put(Integer.toString(cell), count));
        return tree;
    }

    private static Map<Integer, Long> numbered(Map<String, Long> tree) {
        Map<Integer, Long> counts = new HashMap<>();
        tree.forEach((cell, count) -> counts.put(Integer.valueOf(cell), count));
        return counts;
    }
}
