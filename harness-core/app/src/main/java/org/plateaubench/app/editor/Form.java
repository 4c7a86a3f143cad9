// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Reach;
import org.plateaubench.engine.config.edit.RunFileEdit.Change;

/**
 * A run file as a form. The text is authoritative: a field names the path that it changes, and choices and actions list
 * their changes when they change more than one value. Immutable.
 *
 * @param sections run, phases, tiles, each SUT, each workload
 * @param additions actions that add a SUT or workload
 */
public record Form(List<Section> sections, List<Action> additions) {
    public Form {
        sections = List.copyOf(sections);
        additions = List.copyOf(additions);
    }

    /** The subject of a section. */
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
     * @param kind its subject
     * @param name name of the SUT or workload, null for other parts
     * @param title for display
     * @param help a sentence
     * @param fields fields
     * @param actions actions on the whole section
     */
    public record Section(
            String id,
            Part kind,
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
     * An action that changes the text.
     *
     * @param id id within the section
     * @param label for display
     * @param help a sentence
     * @param changes its changes, in order
     */
    public record Action(String id, String label, String help, List<Change> changes) {
        public Action {
            changes = List.copyOf(changes);
        }

        static Action removal(String path, String what) {
            return new Action("remove", "Remove " + what, "", List.of(new Change(path, null)));
        }
    }

    /** How the value of a field is entered. */
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
     * @param value value in the file
     * @param label for display
     * @param changes changes when it is chosen; empty when it sets the value of the field
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
     * @param kind how its value is written
     * @param unit unit for display, null for none
     * @param minimum least number allowed, milliseconds for a duration
     * @param maximum greatest number allowed, milliseconds for a duration
     * @param choices the allowed values, empty when not listed
     * @param defaultValue value when none is given: text or list of texts, null when not known
     * @param value value in the file: text or list of texts, null for none
     * @param given whether the file gives it
     * @param required whether the file must give it
     * @param secret whether it is a reference to a secret
     * @param reach the part of the host that the value reaches
     * @param advanced whether few users need it
     * @param help a sentence
     */
    public record Field(
            String path,
            String group,
            String label,
            Kind kind,
            @Nullable String unit,
            @Nullable Double minimum,
            @Nullable Double maximum,
            List<Choice> choices,
            @JsonProperty("default") @Nullable Object defaultValue,
            @Nullable Object value,
            boolean given,
            boolean required,
            boolean secret,
            Reach reach,
            boolean advanced,
            String help) {
        public Field {
            choices = List.copyOf(choices);
        }
    }
}
