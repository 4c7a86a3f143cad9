// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.LoadStep;

/** The steps of a schedule in a plan. A file of levels is stored with its values. */
final class StepCodec {
    private StepCodec() {}

    /** The steps, null when there are none. */
    static @Nullable List<Map<String, Object>> trees(List<LoadStep> steps) {
        return steps.isEmpty() ? null : steps.stream().map(StepCodec::tree).toList();
    }

    private static Map<String, Object> tree(LoadStep step) {
        String length = Durations.format(step.length());
        return switch (step) {
            case LoadStep.Constant constant ->
                PlanWriter.node("kind", "constant", "for", length, "level", constant.level());
            case LoadStep.Ramp ramp ->
                PlanWriter.node("kind", "ramp", "for", length, "from", ramp.from(), "to", ramp.to());
            case LoadStep.Bursts bursts ->
                PlanWriter.node(
                        "kind", "bursts",
                        "for", length,
                        "base", bursts.base(),
                        "peak", bursts.peak(),
                        "every", Durations.format(bursts.every()),
                        "burst", Durations.format(bursts.burst()));
            case LoadStep.Sine sine ->
                PlanWriter.node(
                        "kind", "sine",
                        "for", length,
                        "mean", sine.middle(),
                        "amplitude", sine.amplitude(),
                        "period", Durations.format(sine.period()));
            case LoadStep.Replay replay ->
                PlanWriter.node(
                        "kind",
                        "replay",
                        "for",
                        length,
                        "points",
                        replay.points().stream().map(StepCodec::text).toList(),
                        "file",
                        replay.file().isEmpty() ? null : replay.file());
        };
    }

    private static String text(LoadStep.Point point) {
        return Durations.format(point.at()) + " " + point.level();
    }

    static LoadStep step(TreeReader step) {
        Duration length = step.duration("for");
        return switch (step.text("kind")) {
            case "constant" -> new LoadStep.Constant(length, step.decimal("level"));
            case "ramp" -> new LoadStep.Ramp(length, step.decimal("from"), step.decimal("to"));
            case "bursts" ->
                new LoadStep.Bursts(
                        length,
                        step.decimal("base"),
                        step.decimal("peak"),
                        step.duration("every"),
                        step.duration("burst"));
            case "sine" ->
                new LoadStep.Sine(length, step.decimal("mean"), step.decimal("amplitude"), step.duration("period"));
            case "replay" -> {
                String file = step.optionalText("file");
                yield new LoadStep.Replay(
                        length,
                        step.texts("points").stream().map(StepCodec::point).toList(),
                        file == null ? "" : file);
            }
            default -> throw step.wrong("kind");
        };
    }

    private static LoadStep.Point point(String text) {
        int blank = text.indexOf(' ');
        return new LoadStep.Point(
                Durations.parse(text.substring(0, Math.max(0, blank))), Double.parseDouble(text.substring(blank + 1)));
    }
}
