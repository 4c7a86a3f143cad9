// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;
import org.plateaubench.olio.geocode.Geocoder.Place;

final class GeocoderTest {
    private final AddressGeocoder geocoder = new AddressGeocoder();

    @Test
    void anAddressIsAlwaysFoundAtTheSamePlaceOnEarth() {
        Set<Coordinates> places = new HashSet<>();
        for (int number = 0; number < 1000; number++) {
            Coordinates found = geocoder.locate(new Place(number + " Main Street", "Salem", "OR", "97301"));
            assertThat(geocoder.locate(new Place(number + " MAIN street", "salem", "or", "97301")))
                    .isEqualTo(found);
            assertThat(found.latitude()).isBetween(-66.56, 66.56);
            assertThat(found.longitude()).isBetween(-180.0, 180.0);
            places.add(found);
        }
        assertThat(places).hasSizeGreaterThan(990);
        assertThat(places).anyMatch(place -> place.latitude() < 0).anyMatch(place -> place.longitude() > 0);
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Coordinates place = new Coordinates(-33.0001, 177);
        assertThat(HttpGeocoder.read(GeocodeHandler.xml(place))).isEqualTo(place);
    }

    @Test
    void anAnswerWithoutCoordinatesOnEarthIsRefused() {
        for (String answer : List.of(
                "",
                "<Latitude>1.0</Latitude>",
                "<Latitude>91.0</Latitude><Longitude>1.0</Longitude>",
                "<Latitude>1.0</Latitude><Longitude>-181</Longitude>",
                "<Latitude>&e;</Latitude><Longitude>1.0</Longitude>",
                "<Latitude>NaN</Latitude><Longitude>1.0</Longitude>")) {
            assertThatThrownBy(() -> HttpGeocoder.read(answer)).as(answer).isInstanceOf(IOException.class);
        }
    }
}
