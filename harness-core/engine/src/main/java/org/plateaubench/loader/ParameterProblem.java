// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.List;
import org.plateaubench.api.Finding;

/**
 * A problem with a value given for a parameters record.
 *
 * @param path place of the value, such as {@code size}, {@code hosts[2]} or {@code weights.login}; empty for the record
 * @param atKey whether the name is wrong rather than its value
 */
public record ParameterProblem(String path, boolean atKey, String message) {
    public static List<ParameterProblem> among(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .map(finding -> new ParameterProblem(finding.parameter(), false, finding.toString()))
                .toList();
    }

    @Override
    public String toString() {
        return path.isEmpty() ? message : path + ": " + message;
    }
}
