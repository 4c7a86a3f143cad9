// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.command.LaunchedPlateau;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The profile "divided" of {@code ./verify} takes the tests of some modules out of them, to run beside what waits for these modules:
 * each test still runs once, as in its own module.
 */
final class DividedTestsTest {
    private static final String PREFIX = "verification/tests-of-";
    private static final String PROFILE = "/project/profiles/profile[id='divided']";
    private static final String SUREFIRE = "/build/plugins/plugin[artifactId='maven-surefire-plugin']";

    /** A pom as it is written, without what it inherits. */
    private record Pom(Document document) {
        static Pom of(String folder) throws IOException, SAXException, ParserConfigurationException {
            Path file = LaunchedPlateau.home().resolve(folder).resolve("pom.xml");
            return new Pom(
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()));
        }

        List<Element> elements(String path) throws XPathExpressionException {
            NodeList found =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength())
                    .mapToObj(i -> (Element) found.item(i))
                    .toList();
        }

        List<String> texts(String path) throws XPathExpressionException {
            return elements(path).stream().map(Element::getTextContent).toList();
        }

        /** Which JVM the tests have, and how many classes run at once. */
        Map<String, String> settingsOfTests() throws XPathExpressionException {
            Map<String, String> settings = new TreeMap<>();
            elements("/project/properties/*[starts-with(name(), 'plateau.tests.')]")
                    .forEach(property -> settings.put(property.getTagName(), property.getTextContent()));
            settings.remove("plateau.tests.of");
            return settings;
        }
    }

    static List<String> divided() throws Exception {
        return Pom.of("").texts(PROFILE + "/modules/module").stream()
                .map(module -> module.replace(PREFIX, "harness-core/"))
                .toList();
    }

    @Test
    void aModuleLeavesItsTestsOutWhereAnotherOneRunsThemAndNowhereElse() throws Exception {
        for (String module : Pom.of("").texts("/project/modules/module")) {
            List<String> leftOut = Pom.of(module).texts(PROFILE + SUREFIRE + "/configuration/skipTests");
            assertThat(leftOut).as(module).isEqualTo(divided().contains(module) ? List.of("true") : List.of());
        }
        assertThat(divided()).isNotEmpty();
        assertThat(Pom.of("").texts("/project/modules/module")).containsAll(divided());
    }

    @ParameterizedTest
    @MethodSource("divided")
    void theOtherModuleRunsAllThatIsCompiledAsItsOwnModuleWould(String module) throws Exception {
        String name = Path.of(module).getFileName().toString();
        Pom own = Pom.of(module);
        Pom other = Pom.of(PREFIX + name);
        assertThat(other.settingsOfTests()).isEqualTo(own.settingsOfTests());
        assertThat(own.elements("/project" + SUREFIRE))
                .as("settings that the other would lack")
                .isEmpty();
        assertThat(other.texts("/project/properties/plateau.tests.of"))
                .containsExactly("${project.basedir}/../../" + module);
        String configuration = "/project" + SUREFIRE + "/executions/execution[phase='test']/configuration/";
        assertThat(other.texts(configuration + "testClassesDirectory"))
                .containsExactly("${plateau.tests.of}/target/test-classes");
        assertThat(other.texts(configuration + "failIfNoTests")).containsExactly("true");
        // An additional setting or property could exclude tests, or hide their failures.
        assertThat(other.elements("/project" + SUREFIRE + "//configuration/*"))
                .extracting(Element::getTagName)
                .containsExactlyInAnyOrder(
                        "testClassesDirectory",
                        "classesDirectory",
                        "workingDirectory",
                        "classpathDependencyExcludes",
                        "failIfNoTests");
        assertThat(other.elements("/project/properties/*"))
                .extracting(Element::getTagName)
                .allMatch(property -> property.startsWith("plateau.tests."));
    }

    @ParameterizedTest
    @MethodSource("divided")
    void theOtherModuleHasTheLibrariesOfTheTestsAndIsWaitedFor(String module) throws Exception {
        String name = Path.of(module).getFileName().toString();
        String artifact = "/project/dependencies/dependency[scope='test' or scope='provided']/artifactId";
        assertThat(Pom.of(PREFIX + name).texts(artifact))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of("plateau-" + name), Pom.of(module).texts(artifact).stream())
                                .toList());
        assertThat(Pom.of("distribution").texts(PROFILE + "/dependencies/dependency/artifactId"))
                .contains("plateau-tests-of-" + name);
    }
}
