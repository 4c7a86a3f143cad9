// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.util.Locale;

/** The formats of the geocoder's answer. */
public final class GeocodeAnswer {
    private GeocodeAnswer() {}

    /** Returns XML with the names that Yahoo's geocoder of 2008 used. */
    public static String xml(Coordinates found) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ResultSet><Result precision=\"address\"><Latitude>"
                + decimal(found.latitude()) + "</Latitude><Longitude>" + decimal(found.longitude())
                + "</Longitude></Result></ResultSet>\n";
    }

    /** Returns a JSON object of two numbers. */
    public static String json(Coordinates found) {
        return "{\"latitude\":" + decimal(found.latitude()) + ",\"longitude\":" + decimal(found.longitude()) + "}\n";
    }

    private static String decimal(double degrees) {
        return String.format(Locale.ROOT, "%.4f", degrees);
    }
}
