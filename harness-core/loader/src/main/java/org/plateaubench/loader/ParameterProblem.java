// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

/**
 * Something wrong with a value that was given for a parameters record.
 *
 * @param path where, such as {@code size}, {@code hosts[2]} or {@code weights.login}; empty for the whole record
 * @param atKey whether the name is wrong rather than its value
 * @param message what was found and what is allowed
 */
public record ParameterProblem(String path, boolean atKey, String message) {}
