// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.List;

/**
 * One run of a sequence.
 *
 * @param cell the cell to which it belongs, or the load of a search in words
 */
public record Step(String cell, int trial, List<String> settings) implements Sequence.Next {}
