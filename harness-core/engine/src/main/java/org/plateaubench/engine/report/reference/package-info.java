// SPDX-License-Identifier: Apache-2.0
/** Makes references of scores from stored runs. */
@NullMarked
package org.plateaubench.engine.report.reference;

import org.jspecify.annotations.NullMarked;
