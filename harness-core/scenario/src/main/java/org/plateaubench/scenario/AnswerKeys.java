// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.Expectations.Extraction;
import org.plateaubench.scenario.Expectations.Finder;
import org.plateaubench.scenario.Expectations.Rule;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Comparison;
import org.plateaubench.scenario.value.Scope;

/**
 * The keys of steps about answers: <code>check</code>, <code>declined</code> and <code>extract</code>. Stateless; any
 * thread.
 *
 * @param <A> answer
 */
public abstract class AnswerKeys<A> {
    /** The key of the conditions of an answer. */
    public static final String CHECK = "check";

    /** The key of expected refusals. */
    public static final String DECLINED = "declined";

    /** The key of variables. */
    public static final String EXTRACT = "extract";

    private final List<Key> rules;
    private final List<Key> refusals;
    private final List<Key> finders;
    private final List<Key> extractions;
    private final String example;

    /**
     * Creates the reader of a protocol.
     *
     * @param rules keys of rules
     * @param refusals further keys of refusals, except their reason
     * @param finders keys of an extraction, except its default
     * @param example rule of a refusal as an example
     */
    protected AnswerKeys(List<Key> rules, List<Key> refusals, List<Key> finders, String example) {
        this.rules = rules;
        this.finders = finders;
        this.example = example;
        this.refusals = joined(joined(rules, refusals), List.of(Key.text("reason", "Name of the refusal in results.")));
        extractions = joined(
                finders, List.of(Key.text("default", "The text if nothing is found, which otherwise is an error.")));
    }

    private static List<Key> joined(List<Key> first, List<Key> second) {
        List<Key> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    /** The keys of a step. */
    public final List<Key> keys() {
        Map<String, Object> rule = Key.object(rules);
        boolean hasDefaultFinder = defaultFinder() != null;
        return List.of(
                new Key(
                        EXTRACT,
                        (hasDefaultFinder ? "A variable for the whole answer, or variables" : "Variables")
                                + " by name, each with what is found in the answer.",
                        Map.of(
                                "type",
                                hasDefaultFinder ? List.of("string", "object") : "object",
                                "additionalProperties",
                                Key.object(extractions))),
                new Key(
                        CHECK,
                        "What must hold for the answer, or a list of these; otherwise it is an error.",
                        Map.of("anyOf", List.of(rule, Map.of("type", "array", "items", rule)))),
                Key.section(DECLINED, "Conditions of an answer that is an expected refusal, no error.", refusals));
    }

    /** Reads the expectations of a step for its answer. */
    public final Expectations<A> read(Section step, Scope scope) {
        List<Rule<A>> checks = new ArrayList<>();
        boolean isList = step.value(CHECK) instanceof List;
        for (Section check : isList ? step.sections(CHECK) : List.of(step.section(CHECK))) {
            check.allow(rules);
            checks.addAll(rules(check, scope));
        }
        Section declined = step.section(DECLINED);
        declined.allow(refusals);
        List<Rule<A>> refused = rules(declined, scope);
        if (step.has(DECLINED) && refused.isEmpty()) {
            step.problem(DECLINED, "There is no condition for refusals.", "Add " + example + ", for example.");
        }
        return new Expectations<>(
                checks, Outcome.declined(declined.reason(reason(declined))), refused, extractions(step, scope));
    }

    /** Reads the rules of a section. */
    public abstract List<Rule<A>> rules(Section section, Scope scope);

    /** The reason of a refusal that has none. */
    protected String reason(Section declined) {
        return "refused";
    }

    private List<Extraction<A>> extractions(Section step, Scope scope) {
        Finder<A> defaultFinder = defaultFinder();
        if (step.value(EXTRACT) instanceof String name && defaultFinder != null) {
            return List.of(new Extraction<>(name, scope.define(name, step), defaultFinder, null));
        }
        List<Extraction<A>> read = new ArrayList<>();
        Section all = step.section(EXTRACT);
        for (String name : all.names()) {
            Section section = all.section(name);
            section.allow(extractions);
            int slot = scope.define(name, all);
            Finder<A> finder = finder(section);
            if (finder != null) {
                read.add(new Extraction<>(
                        name, slot, finder, section.text("default").orElse(null)));
            }
        }
        return read;
    }

    /** Returns the finder of a variable that is the entire answer; null if an extraction needs further keys. */
    protected @Nullable Finder<A> defaultFinder() {
        return null;
    }

    /** Reads an extraction, by default one with exactly one key; null after a problem. */
    protected @Nullable Finder<A> finder(Section extraction) {
        List<String> names = finders.stream().map(Key::name).toList();
        List<String> kinds = names.stream().filter(extraction::has).toList();
        if (kinds.size() == 1) {
            String kind = kinds.getFirst();
            return finder(kind, extraction.requiredText(kind), extraction, kind);
        }
        extraction.problem("An extraction has exactly one of " + String.join(", ", names) + ".", "Write one of them.");
        return null;
    }

    /** Returns the finder of a text by a key of an extraction; null after a problem at the key of a section. */
    protected abstract @Nullable Finder<A> finder(String kind, String text, Section section, String key);

    /** Reads the conditions of a section on texts that are found by a key of extractions. */
    protected final void addConditions(String kind, Section section, Scope scope, List<Rule<A>> target) {
        Section conditions = section.section(kind);
        for (String name : conditions.names()) {
            Finder<A> finder = finder(kind, name, conditions, name);
            Comparison comparison = Comparison.compile(conditions.requiredText(name), scope, conditions, name);
            if (finder != null) {
                target.add(condition(kind, name, finder, comparison));
            }
        }
    }

    /** A condition on a text of an answer. */
    protected Rule<A> condition(String kind, String name, Finder<A> finder, Comparison comparison) {
        return Rule.of("check-" + kind, name, finder, comparison);
    }

    /** Whether the check of a step has a key. */
    public static boolean checks(Section step, String key) {
        return hasAny(step.value(CHECK), Set.of(key));
    }

    /** Whether the rules or extractions of a step have one of some keys. */
    public static boolean mentions(Section step, Set<String> keys) {
        return hasAny(step.value(CHECK), keys)
                || hasAny(step.value(DECLINED), keys)
                || (step.value(EXTRACT) instanceof Map<?, ?> all && hasAny(List.copyOf(all.values()), keys));
    }

    private static boolean hasAny(@Nullable Object tree, Set<String> keys) {
        return switch (tree) {
            case List<?> list -> list.stream().anyMatch(each -> hasAny(each, keys));
            case Map<?, ?> map -> keys.stream().anyMatch(map::containsKey);
            case null, default -> false;
        };
    }
}
