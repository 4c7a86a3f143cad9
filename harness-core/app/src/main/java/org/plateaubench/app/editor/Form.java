// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Reach;
import org.plateaubench.engine.config.RunFileEdit.Change;

/**
 * A run file as a form. The text is the truth: a field says which path of it to change, and choices and actions say what
 * they change when that is more than one value. Immutable.
 *
 * @param sections run, phases, tiles, each SUT, each workload
 * @param additions SUTs and workloads that can be added
 */
public record Form(List<Section> sections, List<Action> additions) {
    public Form {
        sections = List.copyOf(sections);
        additions = List.copyOf(additions);
    }

    /** What a section is about. */
    public enum Part {
        RUN,
        PHASES,
        TILES,
        SUT,
        WORKLOAD
    }

    /**
     * Fields that belong together.
     *
     * @param id path of the section
     * @param part what it is about
     * @param name name of the SUT or workload, null for others
     * @param title for people
     * @param help a sentence
     * @param fields fields
     * @param actions what can be done with the whole section
     */
    public record Section(
            String id,
            Part part,
            @Nullable String name,
            String title,
            String help,
            List<Field> fields,
            List<Action> actions) {
        public Section {
            fields = List.copyOf(fields);
            actions = List.copyOf(actions);
        }
    }

    /**
     * Something that changes the text.
     *
     * @param id id within the section
     * @param label for people
     * @param help a sentence
     * @param changes what it changes, in order
     */
    public record Action(String id, String label, String help, List<Change> changes) {
        public Action {
            changes = List.copyOf(changes);
        }
    }

    /** How a value is written. */
    public enum Kind {
        TEXT,
        NUMBER,
        INTEGER,
        BOOLEAN,
        CHOICE,
        DURATION,
        RATE,
        LIST,
        LIMITS,
        YAML
    }

    /**
     * One of several values.
     *
     * @param value as the file has it
     * @param label for people
     * @param changes what choosing it changes; empty when it sets the value of the field
     */
    public record Choice(String value, String label, List<Change> changes) {
        public Choice {
            changes = List.copyOf(changes);
        }

        static List<Choice> of(List<String> words) {
            return words.stream().map(word -> new Choice(word, word, List.of())).toList();
        }
    }

    /**
     * One value.
     *
     * @param path path of the value
     * @param group heading within the section, may be empty
     * @param label the key
     * @param kind how it is written
     * @param unit unit for people, empty for none
     * @param minimum least number allowed, milliseconds for a duration
     * @param maximum greatest number allowed, milliseconds for a duration
     * @param choices the values allowed, empty when not listed
     * @param defaultValue what holds when nothing is given: text or list of texts, null when not known
     * @param value what the file gives: text or list of texts, null for nothing
     * @param isGiven whether the file gives it
     * @param isRequired whether it must
     * @param isSecret whether it is a reference to what stands elsewhere
     * @param reach what of the host the value reaches
     * @param isAdvanced whether few need it
     * @param help a sentence
     */
    public record Field(
            String path,
            String group,
            String label,
            Kind kind,
            String unit,
            @Nullable Double minimum,
            @Nullable Double maximum,
            List<Choice> choices,
            @Nullable Object defaultValue,
            @Nullable Object value,
            boolean isGiven,
            boolean isRequired,
            boolean isSecret,
            Reach reach,
            boolean isAdvanced,
            String help) {
        public Field {
            choices = List.copyOf(choices);
        }
    }
}
