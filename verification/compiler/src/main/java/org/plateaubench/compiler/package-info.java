// SPDX-License-Identifier: Apache-2.0
/** How the build compiles. */
package org.plateaubench.compiler;
