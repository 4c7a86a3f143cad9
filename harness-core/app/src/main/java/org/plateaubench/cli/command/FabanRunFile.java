// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.app.UsageError;
import org.plateaubench.engine.document.Documents;

/**
 * Translates a run.xml of Faban. Scale and threads become users, runControl becomes phases, and each driverConfig
 * becomes a workload of plugin {@code faban}, whose driver reads its properties from the same file.
 */
public final class FabanRunFile {
    private static final String JAR = "driver.jar";

    private static final Set<String> RUN_ELEMENTS = Set.of("description", "scale", "runControl", "driverConfig");
    private static final Set<String> CONTROL_ELEMENTS = Set.of("rampUp", "steadyState", "rampDown");
    private static final Set<String> DRIVER_ELEMENTS = Set.of("properties", "threads", "operationMix");

    private final Path file;
    private final @Nullable Path jar;
    private final List<String> notes = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private FabanRunFile(Path file, @Nullable Path jar) {
        this.file = file;
        this.jar = jar;
    }

    public record Translation(String text, List<String> notes) {}

    public static Translation translate(Path file, @Nullable Path jar) throws IOException {
        FabanRunFile translated = new FabanRunFile(file, jar);
        translated.write(translated.root());
        return new Translation(translated.text.toString(), translated.notes);
    }

    private XmlElement root() throws IOException {
        try {
            return XmlElement.read(file);
        } catch (XMLStreamException e) {
            throw wrong(
                    e.getLocation().getLineNumber(),
                    e.getLocation().getColumnNumber(),
                    "is not well-formed XML: " + String.valueOf(e.getMessage()).replaceAll("(?s).*Message: ", ""));
        }
    }

    private UsageError wrong(XmlElement at, String message) {
        return wrong(at.line(), at.column(), message);
    }

    private UsageError wrong(int line, int column, String message) {
        return new UsageError(file + ":" + line + ":" + column + ": " + message);
    }

    private void write(XmlElement root) throws IOException {
        XmlElement run = root.child("runConfig")
                .orElseThrow(() -> wrong(root, "'" + root.name() + "' has no runConfig: is this a run.xml of Faban?"));
        XmlElement control = run.child("runControl")
                .orElseThrow(() -> wrong(run, "runConfig has no runControl with rampUp, steadyState and rampDown"));
        if (control.attributes()
                .getOrDefault("unit", "time")
                .toLowerCase(Locale.ROOT)
                .startsWith("cycle")) {
            throw wrong(control, "counts cycles; Plateau ends runs by time: give seconds");
        }
        List<XmlElement> drivers = run.children("driverConfig").toList();
        if (drivers.isEmpty()) {
            throw wrong(run, "runConfig has no driverConfig");
        }
        header(root, run);
        line("");
        line("phases:");
        line("  rampUp: " + seconds(control, "rampUp"));
        line("  steady: " + seconds(control, "steadyState"));
        line("  rampDown: " + seconds(control, "rampDown"));
        line("");
        line("workloads:");
        for (XmlElement driver : drivers) {
            workload(run, driver);
        }
        noteRest(root, run, control);
        if (!notes.isEmpty()) {
            line("");
            line("# What was not translated; the driver reads run.xml too:");
            notes.forEach(note -> line("# - " + note));
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void header(XmlElement root, XmlElement run) {
        line("# Translated from " + file.getFileName() + " of Faban; the notes at the end list what was not.");
        line("run:");
        line("  name: " + name(root.name()));
        run.child("description")
                .filter(description -> !description.text().isEmpty())
                .ifPresent(description -> line("  description: " + quoted(description.text())));
    }

    private String seconds(XmlElement control, String name) throws UsageError {
        XmlElement given =
                control.child(name).orElseThrow(() -> wrong(control, "runControl has no " + name + ", seconds"));
        return number(given) + "s";
    }

    private int number(XmlElement given) throws UsageError {
        if (!given.text().matches("\\d{1,9}")) {
            throw wrong(given, given.name() + " is '" + given.text() + "', where a whole number is needed");
        }
        return Integer.parseInt(given.text());
    }

    private void workload(XmlElement run, XmlElement driver) throws UsageError {
        String driverName = driver.attributes().getOrDefault("name", "");
        if (driverName.isEmpty()) {
            throw wrong(driver, "driverConfig has no attribute 'name'");
        }
        XmlElement scale = run.child("scale").orElse(null);
        line("  " + name(driverName) + ":");
        line("    plugin: faban");
        line("    load: { users: " + users(run, driver, scale) + " }");
        line("    parameters:");
        line("      driverJar: "
                + quoted(jar == null ? JAR : jar.toAbsolutePath().toString()));
        String definition = run.attributes().getOrDefault("definition", "");
        if (!definition.isEmpty()) {
            line("      definition: " + quoted(definition));
        }
        line("      driver: " + quoted(driverName));
        line("      runXml: " + quoted(file.toAbsolutePath().toString()));
        if (scale != null) {
            line("      scale: " + number(scale));
        }
    }

    private int users(XmlElement run, XmlElement driver, @Nullable XmlElement scale) throws UsageError {
        XmlElement threads = driver.child("threads").orElse(scale);
        if (threads == null) {
            throw wrong(run, "runConfig has no scale, and driverConfig no threads: how many users are there?");
        }
        int users = number(threads);
        if (users == 0) {
            throw wrong(threads, threads.name() + " is 0, and at least 1 is needed");
        }
        return users;
    }

    private void noteRest(XmlElement root, XmlElement run, XmlElement control) {
        if (jar == null) {
            notes.add("Give the path of the driver's jar in 'driverJar'.");
        }
        note(root, Set.of(run.name()));
        note(run, RUN_ELEMENTS);
        note(control, CONTROL_ELEMENTS);
        run.children("driverConfig").forEach(driver -> note(driver, DRIVER_ELEMENTS));
    }

    private void note(XmlElement parent, Set<String> translated) {
        parent.children().stream()
                .filter(element -> !translated.contains(element.name()))
                .forEach(element -> notes.add("Line " + element.line() + ", " + element.name()));
    }

    private static String name(String given) {
        String words = given.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-+|-+$", "");
        String name = words.isEmpty() ? "driver" : Character.toLowerCase(words.charAt(0)) + words.substring(1);
        return Names.isValid(name) ? name : "run-" + name;
    }

    private static String quoted(String value) {
        return Documents.line(value);
    }

    /** An element of an XML file with its position. Names are without prefixes. */
    private record XmlElement(
            String name, Map<String, String> attributes, List<XmlElement> children, String text, int line, int column) {
        /** The outermost element of a file. Document types and external entities are not read. */
        static XmlElement read(Path file) throws IOException, XMLStreamException {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            factory.setProperty(XMLInputFactory.IS_COALESCING, true);
            try (InputStream in = Files.newInputStream(file)) {
                XMLStreamReader reader = factory.createXMLStreamReader(in);
                int event = reader.next();
                while (event != XMLStreamConstants.START_ELEMENT) {
                    event = reader.next();
                }
                XmlElement root = element(reader);
                while (reader.hasNext()) {
                    // The rest of the file must be well-formed too.
                    reader.next();
                }
                return root;
            }
        }

        private static XmlElement element(XMLStreamReader reader) throws XMLStreamException {
            String name = reader.getLocalName();
            int line = reader.getLocation().getLineNumber();
            int column = reader.getLocation().getColumnNumber();
            Map<String, String> attributes = new HashMap<>();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
            List<XmlElement> children = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (int event = reader.next(); event != XMLStreamConstants.END_ELEMENT; event = reader.next()) {
                if (event == XMLStreamConstants.START_ELEMENT) {
                    children.add(element(reader));
                } else if (event == XMLStreamConstants.CHARACTERS) {
                    text.append(reader.getText());
                }
            }
            return new XmlElement(
                    name, attributes, children, text.toString().strip().replaceAll("\\s+", " "), line, column);
        }

        Optional<XmlElement> child(String childName) {
            return children(childName).findFirst();
        }

        Stream<XmlElement> children(String childName) {
            return children.stream().filter(child -> child.name.equals(childName));
        }
    }
}
