// SPDX-License-Identifier: Apache-2.0
/** The record of {@code result.json}. */
@NullMarked
package org.plateaubench.engine.judge.document;

import org.jspecify.annotations.NullMarked;
