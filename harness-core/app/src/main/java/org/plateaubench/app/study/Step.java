// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.List;

/**
 * One run of a sequence.
 *
 * @param cell the cell to which it belongs, or the load of a search in words
 * @param trial its number within the cell, from 1
 * @param settings {@code path=value} texts that replace values of the run file
 */
public record Step(String cell, int trial, List<String> settings) implements Next {}
