// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Locates the local Maven repository of this user. */
public final class MavenRepository {
    private static final String PROPERTY = "maven.repo.local";
    private static final Pattern OPTION = Pattern.compile("(?:^|\\s)-D" + Pattern.quote(PROPERTY) + "=(\\S+)");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]+)}");

    private final UnaryOperator<@Nullable String> properties;
    private final UnaryOperator<@Nullable String> environment;

    /**
     * Reads settings as this process sees them.
     *
     * @param properties system properties by name, null where there is none
     * @param environment variables by name, null where there is none
     */
    MavenRepository(UnaryOperator<@Nullable String> properties, UnaryOperator<@Nullable String> environment) {
        this.properties = properties;
        this.environment = environment;
    }

    /**
     * The folder of the repository, which need not exist: what {@code maven.repo.local} says, as a property of this JVM
     * or in {@code MAVEN_ARGS} or {@code MAVEN_OPTS}, else {@code settings.xml}, else {@code ~/.m2/repository}.
     *
     * @throws IOException with a one-sentence message when {@code settings.xml} cannot be read
     */
    public static Path locate() throws IOException {
        return new MavenRepository(System::getProperty, System::getenv).folder();
    }

    Path folder() throws IOException {
        String chosen = properties.apply(PROPERTY);
        for (String variable : new String[] {"MAVEN_ARGS", "MAVEN_OPTS"}) {
            String options = environment.apply(variable);
            Matcher option = OPTION.matcher(options == null ? "" : options);
            if (chosen == null && option.find()) {
                chosen = option.group(1);
            }
        }
        Path maven = Path.of(String.valueOf(properties.apply("user.home")), ".m2");
        if (chosen == null) {
            chosen = ofSettings(maven.resolve("settings.xml"));
        }
        return chosen == null ? maven.resolve("repository") : Path.of(chosen);
    }

    private @Nullable String ofSettings(Path settings) throws IOException {
        if (!Files.exists(settings)) {
            return null;
        }
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            NodeList found = factory.newDocumentBuilder()
                    .parse(settings.toFile())
                    .getDocumentElement()
                    .getElementsByTagName("localRepository");
            String value =
                    found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
            return value.isEmpty() ? null : resolve(value);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(
                    settings + " cannot be read (" + e.getMessage()
                            + "): correct it, or name the folder with --repository.",
                    e);
        }
    }

    /** Replaces references in the settings: {@code ${env.NAME}} and {@code ${property}}. */
    private String resolve(String text) {
        return REFERENCE.matcher(text).replaceAll(reference -> {
            String name = reference.group(1);
            String value = name.startsWith("env.")
                    ? environment.apply(name.substring("env.".length()))
                    : properties.apply(name);
            return Matcher.quoteReplacement(value == null ? reference.group() : value);
        });
    }
}
