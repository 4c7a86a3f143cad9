// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.app.UsageError;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.WrongConfiguration;

/** A run.xml of Faban is translated to a run file; settings without a counterpart become notes. */
final class FabanRunFileTest {
    private static final String SHOP = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a shop -->
            <Shop xmlns:fa="urn:fa" xmlns:fh="urn:fh" xmlns:fd="urn:fd">
              <fh:jvmConfig><fh:javaHome/><fh:jvmOptions>-Xmx1g</fh:jvmOptions></fh:jvmConfig>
              <fa:runConfig definition="example.ShopDriver">
                <fh:description>A "first" try</fh:description>
                <fa:scale>25</fa:scale>
                <fa:runControl unit="time">
                  <fa:rampUp>60</fa:rampUp>
                  <fa:steadyState>300</fa:steadyState>
                  <fa:rampDown>10</fa:rampDown>
                  <fa:variableLoad>false</fa:variableLoad>
                </fa:runControl>
                <fd:driverConfig name="ShopDriver">
                  <fd:agents>2</fd:agents>
                  <properties>
                    <property name="shop"><value>http://web.lab:8080</value></property>
                    <property><name>street</name><value>High</value><value>Low</value></property>
                  </properties>
                </fd:driverConfig>
                <fd:driverConfig name="Mail Driver"><fd:threads>7</fd:threads></fd:driverConfig>
              </fa:runConfig>
              <webServer><fa:hostConfig><fa:host>web.lab</fa:host></fa:hostConfig></webServer>
            </Shop>
            """;

    @TempDir
    private Path folder = Path.of("");

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("run.xml"), text);
    }

    @Test
    void supportedSettingsAreTranslated() throws IOException {
        Path xml = file(SHOP);
        String runFile = FabanRunFile.translate(xml, folder.resolve("shop.jar")).text();

        assertThat(runFile).startsWith("""
                        # Translated from run.xml of Faban; the notes at the end list what was not.
                        run:
                          name: shop
                          description: "A \\"first\\" try"

                        phases:
                          rampUp: 60s
                          steady: 300s
                          rampDown: 10s

                        workloads:
                          shopDriver:
                            plugin: faban
                            load: { users: 25 }
                            parameters:
                              driverJar: "FOLDER/shop.jar"
                              definition: "example.ShopDriver"
                              driver: "ShopDriver"
                              runXml: "FOLDER/run.xml"
                              scale: 25
                          mail-Driver:
                            plugin: faban
                            load: { users: 7 }
                        """.replace("FOLDER", folder.toString()));
    }

    @Test
    void unsupportedSettingsAreNotedWithLine() throws IOException {
        List<String> notes = FabanRunFile.translate(file(SHOP), null).notes();

        assertThat(notes)
                .containsExactly(
                        "Give the path of the driver's jar in 'driverJar'.",
                        "Line 4, jvmConfig",
                        "Line 23, webServer",
                        "Line 12, variableLoad",
                        "Line 15, agents");
    }

    @Test
    void translationIsAValidRunFile() throws IOException, WrongConfiguration {
        String runFile = FabanRunFile.translate(file(SHOP), null).text();

        assertThat(RunFileReader.read("shop.yaml", runFile.getBytes(StandardCharsets.UTF_8), List.of()))
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <shop><open></shop> | :1:15: is not well-formed XML
            <shop/> | :1:8: 'shop' has no runConfig
            <s><runConfig/></s> | has no runControl
            <s><runConfig><runControl unit="cycles"/></runConfig></s> | counts cycles
            <s><runConfig><runControl/></runConfig></s> | has no driverConfig
            <s><runConfig><runControl/><driverConfig name="a"/></runConfig></s> | runControl has no rampUp
            """)
    void untranslatablePartIsLocated(String text, String words) throws IOException {
        Path xml = file(text);

        assertThatThrownBy(() -> FabanRunFile.translate(xml, null))
                .isInstanceOf(UsageError.class)
                .hasMessageStartingWith(xml + ":")
                .hasMessageContaining(words);
    }

    @Test
    void externalEntityIsNotRead() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "hidden");
        Path xml =
                file(SHOP.replace("<!-- a shop -->", "<!DOCTYPE Shop [<!ENTITY s SYSTEM \"" + secret.toUri() + "\">]>")
                        .replace("first", "&s;"));

        assertThatThrownBy(() ->
                        assertThat(FabanRunFile.translate(xml, null).text()).doesNotContain("hidden"))
                .isInstanceOf(UsageError.class);
    }
}
