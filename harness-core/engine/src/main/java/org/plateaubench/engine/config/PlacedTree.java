// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.engine.config.PlacedNode.Alias;
import org.plateaubench.engine.config.PlacedNode.Entry;
import org.plateaubench.engine.config.PlacedNode.Mapping;
import org.plateaubench.engine.config.PlacedNode.Scalar;
import org.plateaubench.engine.config.PlacedNode.Sequence;
import org.plateaubench.engine.config.text.YamlTree;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * Finds the places of the values in a text that {@link YamlTree} has read before, so that it is bounded and valid YAML.
 */
final class PlacedTree {
    private final String text;
    private final boolean isPlainText;
    private final Iterator<Event> events;

    private PlacedTree(String text) {
        this.text = text;
        isPlainText = text.chars().noneMatch(c -> Character.isSurrogate((char) c));
        LoadSettings settings = LoadSettings.builder().setUseMarks(true).build();
        events = new Parse(settings).parseString(text).iterator();
    }

    /** The outermost value, empty when there is none. */
    static Optional<PlacedNode> of(String text) {
        PlacedTree tree = new PlacedTree(text);
        while (tree.events.hasNext()) {
            Event event = tree.events.next();
            Optional<PlacedNode> node = tree.node(event);
            if (node.isPresent()) {
                return node;
            }
        }
        return Optional.empty();
    }

    private Optional<PlacedNode> node(Event event) {
        return switch (event) {
            case AliasEvent alias -> Optional.of(new Alias(start(alias), end(alias)));
            case ScalarEvent scalar -> Optional.of(scalar(scalar));
            case SequenceStartEvent start -> Optional.of(sequence(start));
            case MappingStartEvent start -> Optional.of(mapping(start));
            default -> Optional.empty(); // The start of stream and document, or any end.
        };
    }

    private Scalar scalar(ScalarEvent event) {
        boolean isBlock = event.getScalarStyle() == ScalarStyle.LITERAL || event.getScalarStyle() == ScalarStyle.FOLDED;
        int end = isBlock ? withoutTrailingSpace(start(event), end(event)) : end(event);
        return new Scalar(start(event), end, event.getValue(), event.isPlain(), !isBlock);
    }

    /** The lines of a block scalar run up to the next item in the text, empty lines included. */
    private int withoutTrailingSpace(int start, int end) {
        int last = end;
        while (last > start && Character.isWhitespace(text.charAt(last - 1))) {
            last--;
        }
        return last;
    }

    private Sequence sequence(SequenceStartEvent start) {
        List<PlacedNode> elements = new ArrayList<>();
        int end = end(start);
        while (true) {
            Event event = events.next();
            Optional<PlacedNode> element = node(event);
            if (element.isEmpty()) {
                return new Sequence(start(start), start.isFlow() ? end(event) : end, elements, start.isFlow());
            }
            elements.add(element.get());
            end = element.get().end();
        }
    }

    private Mapping mapping(MappingStartEvent start) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        int end = end(start);
        while (true) {
            Event event = events.next();
            Optional<PlacedNode> key = node(event);
            if (key.isEmpty()) {
                return new Mapping(start(start), start.isFlow() ? end(event) : end, entries, start.isFlow());
            }
            PlacedNode value = node(events.next()).orElseThrow();
            end = value.end();
            if (key.get() instanceof Scalar name) {
                entries.putIfAbsent(name.text(), new Entry(name, value));
            }
        }
    }

    private int start(Event event) {
        return offset(event.getStartMark());
    }

    private int end(Event event) {
        return offset(event.getEndMark());
    }

    /** Marks count characters, offsets of a text its UTF-16 units. */
    private int offset(Optional<Mark> mark) {
        int index = mark.orElseThrow().getIndex();
        return isPlainText ? index : text.offsetByCodePoints(0, index);
    }
}
