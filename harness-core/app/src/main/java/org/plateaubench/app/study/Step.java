// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.List;

/** One run; {@code cell} may be the load of a search in words. */
public record Step(String cell, int trial, List<String> settings) implements Next {}
